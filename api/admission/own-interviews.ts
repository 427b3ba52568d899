import type { Service } from '../platform/http/context.ts';
import { reachWithin } from '../platform/http/reach-within.ts';

/**
 * Institutions whose interviews a caller sees and decides completely; null = all. A system of the institution sees everything
 * within its reach.
 */
export const decidesAll = (service: Service): readonly string[] | null =>
  service.staff ? reachWithin(service, ['admissions.decide']) : service.institutions;

/** Whether the caller may see an interview: somebody who only conducts interviews sees their own and unassigned ones. */
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
