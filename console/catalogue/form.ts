import { numberOf } from '../base/amount.ts';
import { hour, instantOf, localDay } from '../base/zone.ts';
import { catalogueTexts as t } from '../texts/catalogue.ts';
import type { Listed } from './queries.ts';
import { shownAmount, typedAmount } from './values.ts';

type Input = 'day' | 'time' | 'instant' | 'number' | 'money' | 'text' | 'lines' | 'flag' | 'choice';
/** A field of a form: its input type, and the name by which the answer's errors refer to it. */
export type FormField = {
  name: string;
  label: string;
  input: Input;
  hint?: string | undefined;
  options?: readonly string[];
};
export type Draft = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;

const field = (name: string, input: Input, options?: readonly string[]): FormField => ({
  name,
  label: t.fields[name] ?? name,
  input,
  ...(t.hints[name] ? { hint: t.hints[name] } : {}),
  ...(options ? { options } : {}),
});

const FIELDS: Record<Listed, readonly FormField[]> = {
  intakes: [
    field('suspended', 'flag'),
    field('start', 'day'),
    field('end', 'day'),
    field('classStart', 'day'),
  ],
  offers: [field('active', 'flag'), field('warningPopup', 'lines')],
  prices: [
    field('plan', 'money'),
    field('discount', 'money'),
    field('conditionalDiscount', 'money'),
    field('nextFrom', 'day'),
  ],
  vouchers: [
    field('percent', 'number'),
    field('amount', 'money'),
    field('appliesTo', 'choice', ['first', 'others', 'all']),
    field('from', 'day'),
    field('to', 'day'),
    field('maxUses', 'number'),
  ],
  schedules: [field('at', 'instant'), field('place', 'text'), field('capacity', 'number')],
  classes: [
    field('name', 'text'),
    field('shift', 'choice', ['manha', 'tarde', 'noite', 'integral']),
    field('weekdays', 'text'),
    field('start', 'day'),
    field('startTime', 'time'),
    field('endTime', 'time'),
    field('place', 'text'),
    field('slots', 'number'),
  ],
  support: [
    field('title', 'text'),
    field('hours', 'text'),
    field('phone', 'text'),
    field('message', 'lines'),
    field('description', 'lines'),
  ],
};

type Course = { course: string; poles: { pole: string; vacancies: number }[] };
const SEATS = 'seats:';
const placesIn = (values: Values): { key: string; course: string; pole: string; vacancies: number }[] =>
  ((values.courses as Course[] | undefined) ?? []).flatMap(({ course, poles }) =>
    poles.map(({ pole, vacancies }) => ({ key: `${course}/${pole}`, course, pole, vacancies })),
  );

type Names = { courses: Readonly<Record<string, string>>; poles: Readonly<Record<string, string>> };
const NO_NAMES: Names = { courses: {}, poles: {} };

/** Fields of an entry's form; an offer has one for the seats of each place. */
export const fieldsOf = (kind: Listed, values: Values, names: Names = NO_NAMES): FormField[] => [
  // Instalments of different amounts can only be edited by file.
  ...FIELDS[kind].filter(
    ({ name }) => name !== 'plan' || new Set((values.plan as number[] | undefined) ?? []).size <= 1,
  ),
  ...(kind === 'offers'
    ? placesIn(values).map(({ key, course, pole }) => ({
        name: `${SEATS}${key}`,
        label: t.seatsOf(names.courses[course] ?? course, names.poles[pole] ?? pole),
        input: 'number' as const,
      }))
    : []),
];

function shown({ name, input }: FormField, values: Values): string {
  if (name.startsWith(SEATS))
    return String(placesIn(values).find(({ key }) => `${SEATS}${key}` === name)?.vacancies ?? '');
  if (name === 'nextFrom') return (values.next as { from?: string } | null)?.from ?? '';
  if (name === 'plan') {
    const plan = (values.plan as number[] | undefined) ?? [];
    return plan.length > 0 ? shownAmount(plan[0] ?? 0) : '';
  }
  const value = values[name];
  if (value === null || value === undefined) return '';
  if (input === 'money') return shownAmount(value as number);
  if (input === 'instant') return `${localDay(value as string)}T${hour(value as string)}`;
  return String(value);
}

/** Form values of an entry as saved. */
export const draftOf = (fields: readonly FormField[], values: Values): Draft =>
  Object.fromEntries(fields.map((one) => [one.name, shown(one, values)]));

/** A typed text as a catalogue value; an invalid number or amount is passed on, so that the server reports the error. */
function typed({ input }: FormField, text: string): unknown {
  if (input === 'flag') return text === 'true';
  if (input === 'text' || input === 'lines') return text.trim() === '' ? null : text;
  if (text.trim() === '') return null;
  if (input === 'money') return typedAmount(text) ?? text;
  if (input === 'number') return numberOf(text) ?? text;
  if (input === 'instant') return instantOf(text.slice(0, 10), text.slice(11, 16));
  return text;
}

/** Texts that may be empty; all others become null. */
const EMPTY = ['weekdays', 'description', 'title', 'name'];

/** Amounts of the price: now, or from a day on. */
function priceSet(changed: readonly FormField[], draft: Draft, values: Values): Values {
  const names = changed.map(({ name }) => name);
  const amount = (name: string): number => typedAmount(draft[name] ?? '') ?? Number.NaN;
  const was = (values.plan as number[] | undefined) ?? [];
  // Different instalments stay unchanged unless another amount was typed.
  const plan = names.includes('plan') ? was.map(() => amount('plan')) : was;
  const amounts = { plan, discount: amount('discount'), conditionalDiscount: amount('conditionalDiscount') };
  const from = draft.nextFrom ?? '';
  if (from) return { next: { from, ...amounts } };
  const own = Object.fromEntries(
    names.filter((name) => name !== 'nextFrom').map((name) => [name, amounts[name as 'plan']]),
  );
  return names.includes('nextFrom') ? { ...own, next: null } : own;
}

/** What an edit sets: the fields that differ from the entry. */
export function setOf(kind: Listed, fields: readonly FormField[], draft: Draft, values: Values): Values {
  const before = draftOf(fields, values);
  const changed = fields.filter(({ name }) => draft[name] !== before[name]);
  if (changed.length === 0) return {};
  if (kind === 'prices') return priceSet(changed, draft, values);
  const set: Record<string, unknown> = {};
  for (const one of changed) {
    if (one.name.startsWith(SEATS)) continue;
    const value = typed(one, draft[one.name] ?? '');
    set[one.name] = value === null && EMPTY.includes(one.name) ? '' : value;
  }
  if (changed.some(({ name }) => name.startsWith(SEATS)))
    set.courses = ((values.courses as Course[] | undefined) ?? []).map(({ course, poles }) => ({
      course,
      poles: poles.map(({ pole }) => ({
        pole,
        vacancies: typed({ name: '', label: '', input: 'number' }, draft[`${SEATS}${course}/${pole}`] ?? ''),
      })),
    }));
  return set;
}

/** Name of the form's field that an error of the answer refers to. */
export function fieldOfError(path: string, values: Values): string {
  const [, , , name = '', at, , place] = path.split('.');
  if (name === 'next') return 'nextFrom';
  if (name !== 'courses') return name;
  const course = ((values.courses as Course[] | undefined) ?? [])[Number(at)];
  const pole = course?.poles[Number(place)];
  return course && pole ? `${SEATS}${course.course}/${pole.pole}` : name;
}
