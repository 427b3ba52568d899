import { isDeepStrictEqual } from 'node:util';
import { carries } from '@orbita/domain/staff';
import type { Service } from '../platform/http/context.ts';
import type { Edited } from './edit.ts';
import type { Catalogue, Entry, Kind } from './model.ts';

/** What changes daily, by the fields that a form may change of an entry (spec 25.14). */
const EVERYDAY: { readonly [K in Kind]?: readonly (keyof Entry<K> & string)[] } = {
  offers: ['active', 'courses', 'warningPopup'],
  intakes: ['start', 'end', 'classStart', 'suspended'],
  prices: ['plan', 'discount', 'conditionalDiscount', 'description', 'next'],
  vouchers: ['percent', 'amount', 'appliesTo', 'kinds', 'institutions', 'courses', 'from', 'to', 'maxUses'],
  schedules: ['place', 'at', 'capacity'],
  classes: ['name', 'shift', 'weekdays', 'start', 'startTime', 'endTime', 'place', 'slots'],
  support: ['title', 'description', 'phone', 'message', 'hours'],
};
/** Entries of which a form also makes new ones and takes away those that nobody uses. */
const MADE: readonly string[] = ['vouchers', 'schedules', 'classes'] satisfies Kind[];
/** What a copy of an intake makes besides: each is as one that stands. */
const COPIED: readonly string[] = [
  'intakes',
  'offers',
  'prices',
  'disciplines',
  'electives',
] satisfies Kind[];

const placesOf = (courses: Entry<'offers'>['courses']) =>
  courses.map(({ course, poles }) => [course, poles.map(({ pole }) => pole)]);

/** Whether an edit is of what changes daily. */
export function isEveryday({ kind, before, after, fields, copied }: Edited): boolean {
  if (!before || !after) return MADE.includes(kind) || (copied === true && COPIED.includes(kind));
  const allowed: readonly string[] = EVERYDAY[kind as Kind] ?? [];
  if (!fields.every((field) => allowed.includes(field))) return false;
  // Seats change daily; where a course is held does not.
  if (kind !== 'offers' || !fields.includes('courses')) return true;
  const [was, is] = [before, after] as Entry<'offers'>[];
  return isDeepStrictEqual(placesOf(was?.courses ?? []), placesOf(is?.courses ?? []));
}

/** The look of a host: colours and pictures. */
const isBrand = ({ kind, before, after, fields }: Edited): boolean =>
  kind === 'assets' ||
  (kind === 'hosts' && before !== null && after !== null && fields.every((field) => field === 'theme'));

/**
 * Whether a caller may make an edit by a form: what changes daily with `catalogue.everyday`, a host's look with `.brand`, anything
 * with `.apply`, because a form is nothing less than a file.
 */
export const mayEdit = ({ scopes, development }: Service, edited: Edited): boolean =>
  development ||
  carries(scopes, 'catalogue.apply') ||
  (carries(scopes, 'catalogue.everyday') && isEveryday(edited)) ||
  (carries(scopes, 'catalogue.brand') && isBrand(edited));

/** Codes of the institutions that an entry is of; null = of the tenant as a whole. */
export function institutionsOf(catalogue: Catalogue, kind: string, entry: object): readonly string[] | null {
  const one = entry as { code?: string; institution?: string | null; offer?: string; course?: string };
  if (kind === 'institutions') return one.code ? [one.code] : null;
  if (kind === 'vouchers') return (entry as Entry<'vouchers'>).institutions;
  if (one.institution) return [one.institution];
  const parent =
    one.offer !== undefined
      ? catalogue.offers.find(({ code }) => code === one.offer)
      : catalogue.courses.find(({ code }) => code === one.course);
  return parent ? [parent.institution] : null;
}

/** Whether a caller of some institutions may touch an entry: all that it is of are hers. */
export function isWithin(
  { institutions }: Pick<Service, 'institutions'>,
  catalogue: Catalogue,
  kind: string,
  entry: object,
): boolean {
  if (institutions === null) return true;
  const of = institutionsOf(catalogue, kind, entry);
  return of !== null && of.length > 0 && of.every((code) => institutions.includes(code));
}
