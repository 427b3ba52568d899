import type { Service } from '../platform/http/context.ts';
import { reachWithin } from '../platform/http/reach-within.ts';

/** Institutions all of whose interviews a caller sees and decides; null = all. A system of the institution sees all it may. */
export const decidesAll = (service: Service): readonly string[] | null =>
  service.staff ? reachWithin(service, ['admissions.decide']) : service.institutions;

/** Whether an interview is hers to see: somebody who only interviews has her own and those that are nobody's yet. */
export const isHers = (
  service: Service,
  {
    interviewer_id: interviewer,
    institution_code: code,
  }: { interviewer_id: number | null; institution_code: string },
): boolean =>
  !service.staff ||
  interviewer === null ||
  interviewer === service.staff.id ||
  (decidesAll(service)?.includes(code) ?? true);
