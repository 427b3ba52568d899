import { isDeepStrictEqual } from 'node:util';
import type { Reach, Scope } from '@orbita/domain/staff';
import type { Service } from '../platform/http/context.ts';
import { reachWithin } from '../platform/http/reach-within.ts';
import type { Edited } from './edit.ts';
import type { Catalogue, Entry, Kind } from './model.ts';

/** Fields that change in daily work, which a form may edit (spec 25.14). */
const EVERYDAY: { readonly [K in Kind]?: readonly (keyof Entry<K> & string)[] } = {
  offers: ['active', 'courses', 'warningPopup'],
  intakes: ['start', 'end', 'classStart', 'suspended'],
  prices: ['plan', 'discount', 'conditionalDiscount', 'description', 'next'],
  vouchers: ['percent', 'amount', 'appliesTo', 'kinds', 'institutions', 'courses', 'from', 'to', 'maxUses'],
  schedules: ['place', 'at', 'capacity'],
  classes: ['name', 'shift', 'weekdays', 'start', 'startTime', 'endTime', 'place', 'slots'],
  support: ['title', 'description', 'phone', 'message', 'hours'],
};
/** Kinds whose entries a form may also create and remove. */
const MADE: readonly string[] = ['vouchers', 'schedules', 'classes'] satisfies Kind[];
/** Kinds that copying an intake creates in addition, each from an existing entry. */
const COPIED: readonly string[] = [
  'intakes',
  'offers',
  'prices',
  'disciplines',
  'electives',
] satisfies Kind[];

const placesOf = (courses: Entry<'offers'>['courses']) =>
  courses.map(({ course, poles }) => [course, poles.map(({ pole }) => pole)]);

/** Whether an edit concerns daily work. */
export function isEveryday({ kind, before, after, fields, copied }: Edited): boolean {
  if (!before || !after) return MADE.includes(kind) || (copied === true && COPIED.includes(kind));
  const allowed: readonly string[] = EVERYDAY[kind as Kind] ?? [];
  if (!fields.every((field) => allowed.includes(field))) return false;
  // Seats change daily; where a course is held doesn't.
  if (kind !== 'offers' || !fields.includes('courses')) return true;
  const [was, is] = [before, after] as Entry<'offers'>[];
  return isDeepStrictEqual(placesOf(was?.courses ?? []), placesOf(is?.courses ?? []));
}

/** Whether an edit concerns branding: a host's colours and pictures. */
const isBrand = ({ kind, before, after, fields }: Edited): boolean =>
  kind === 'assets' ||
  (kind === 'hosts' && before !== null && after !== null && fields.every((field) => field === 'theme'));

/** Codes of the institutions an entry belongs to; null = the tenant as a whole. */
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

/** Whether a caller restricted to some institutions may touch an entry: all of the entry's institutions must be among them. */
export function isWithin(
  { institutions }: { institutions: Reach },
  catalogue: Catalogue,
  kind: string,
  entry: object,
): boolean {
  if (institutions === null) return true;
  const of = institutionsOf(catalogue, kind, entry);
  return of !== null && of.length > 0 && of.every((code) => institutions.includes(code));
}

/**
 * Whether a caller may make an edit by form: daily changes with `catalogue.everyday`, a host's branding with `.brand`, and
 * anything with `.apply`, because a form is as powerful as a file; each for the institutions for which they hold it.
 * @param sides the catalogue before and after the edit.
 */
export function mayEdit(
  service: Service,
  edited: Edited,
  { current, wanted }: { current: Catalogue; wanted: Catalogue },
): boolean {
  const { kind, before, after } = edited;
  const may = (scope: Scope): boolean => {
    const institutions = reachWithin(service, [scope]);
    return (
      institutions?.length !== 0 &&
      (before === null || isWithin({ institutions }, current, kind, before)) &&
      (after === null || isWithin({ institutions }, wanted, kind, after))
    );
  };
  return (
    may('catalogue.apply') ||
    (isEveryday(edited) && may('catalogue.everyday')) ||
    (isBrand(edited) && may('catalogue.brand'))
  );
}
