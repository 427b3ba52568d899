import { formatAmount, formatDate } from '@orbita/domain/foundation';
import { centsOf } from '../base/amount.ts';
import { exactly } from '../base/zone.ts';
import { catalogueTexts as t } from '../texts/catalogue.ts';
import { settingTexts } from '../texts/setting.ts';

const MONEY = ['discount', 'conditionalDiscount', 'amount', 'value'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

const reais = (value: number): string => formatAmount(Math.round(value * 100));
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const amounts = (plan: readonly number[]): string =>
  new Set(plan).size === 1 ? `${plan.length} × ${reais(plan[0] ?? 0)}` : plan.map(reais).join('; ');

type Seats = {
  course: string;
  courseName?: string;
  poles: { pole: string; poleName?: string; vacancies: number }[];
};

const seatLines = (seats: readonly Seats[]): string[] =>
  seats.flatMap(({ course, courseName = course, poles }) =>
    poles.map(({ pole, poleName = pole, vacancies }) => t.seatsAt(courseName, poleName, vacancies)),
  );

/** The old and new value in words; for seats, only the places that differ. */
export function differing(field: string, before: unknown, after: unknown): { before: string; after: string } {
  if (field !== 'courses' || !Array.isArray(before) || !Array.isArray(after))
    return { before: valueText(field, before), after: valueText(field, after) };
  const [was, is] = [seatLines(before), seatLines(after)];
  const without = (lines: readonly string[], others: readonly string[]) =>
    lines.filter((line) => !others.includes(line)).join('; ') || t.nothing;
  return { before: without(was, is), after: without(is, was) };
}

type Detail = { field: string; before: unknown; after: unknown; long?: true | undefined };
/** Fields that contain others, of which only the differing ones are shown. */
const HOLDERS = [
  'parameters',
  'theme',
  'mail',
  'payment',
  'flags',
  'receiver',
  'slipAgreement',
  'paragraphs',
];

/** Label of a field: of a catalogue entry, of a setting, or of a message by its number. */
export function fieldLabel(field: string): string | undefined {
  if (field in t.fields) return t.fields[field];
  const [setting] = settingTexts.parameters[field] ?? [];
  return setting ?? (/^N-\d+$/.test(field) ? t.paragraphOf(field) : undefined);
}

/** Details in which container fields are replaced by those inside that differ. */
export function spread(details: readonly Detail[]): Detail[] {
  return details.flatMap((one): Detail[] => {
    const { field, before, after } = one;
    if (!HOLDERS.includes(field) || one.long || (!isPlain(before) && !isPlain(after))) return [one];
    const [was, is] = [isPlain(before) ? before : {}, isPlain(after) ? after : {}];
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    const inner = names.map((name) => ({ field: name, before: was[name] ?? null, after: is[name] ?? null }));
    return spread(inner.filter((each) => JSON.stringify(each.before) !== JSON.stringify(each.after)));
  });
}

/** A catalogue value in words: amounts, days and times as people read them. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t.nothing;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (typeof value === 'number') return MONEY.includes(field) ? reais(value) : String(value);
  if (typeof value === 'string') {
    if (DAY.test(value)) return formatDate(value);
    return INSTANT.test(value) ? exactly(value) : (t.options[value] ?? settingTexts.options[value] ?? value);
  }
  if (Array.isArray(value)) {
    if (field === 'plan') return amounts(value as number[]);
    if (field === 'courses' && value.every(isPlain)) return seatLines(value as Seats[]).join('; ');
    return value.map((one) => valueText(field, one)).join(', ');
  }
  if (isPlain(value))
    return Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => `${fieldLabel(name) ?? name} ${valueText(name, inner)}`)
      .join(', ');
  return t.nothing;
}

/** A typed amount, "1.234,50", in BRL; undefined if it is invalid. */
export function typedAmount(text: string): number | undefined {
  const cents = centsOf(text);
  return cents === undefined ? undefined : cents / 100;
}

/** An amount as shown in a field. */
export const shownAmount = (value: number): string => reais(value);
