import { numberOf } from '../base/amount.ts';
import { offerTexts as t } from '../texts/offer.ts';
import type { Wish } from './queries.ts';
import { typedAmount } from './values.ts';

/** The fields of a first offer; everything else comes from the template. */
export const OFFER_FIELDS = [
  'course',
  'modality',
  'ingress',
  'pole',
  'city',
  'intake',
  'start',
  'end',
  'classStart',
  'vacancies',
  'installments',
  'value',
] as const;
export type OfferField = (typeof OFFER_FIELDS)[number];
export type OfferDraft = Readonly<Record<OfferField, string>>;
export const MODALITIES = ['Presencial', 'Semipresencial', 'EaD'];
export const INGRESSES = ['online-essay', 'scheduled-test', 'exam-score', 'none'] as const;

type Edit = NonNullable<Wish['edits']>[number];

/** Longest code derived from a name, leaving room for a price's prefix. */
const LONGEST = 34;
/** A code derived from a name: letters and digits, as in `GESTAO-PUBLICA`. */
export const codeOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-|-$/g, '');

const SHARED = 'MODELO';
const whole = (text: string): unknown => numberOf(text) ?? text;

/**
 * A first undergraduate offer with everything it depends on, as edits that the catalogue applies together: course, place,
 * intake, ingress mode, contract, documents, price.
 * @param standing entries that already exist, as `kind code`: they are used unchanged.
 */
export function offerEdits(
  draft: OfferDraft,
  { institution, contract }: { institution: string; contract: string },
  standing: ReadonlySet<string>,
): Edit[] {
  const [course, pole] = [codeOf(draft.course), codeOf(draft.pole)];
  const intake = draft.intake.trim();
  const essay = draft.ingress === 'online-essay';
  const ingress = codeOf(t.ingressNames[draft.ingress as (typeof INGRESSES)[number]] ?? draft.ingress);
  const code = `${course}-${codeOf(intake)}`;
  const made = (kind: Edit['kind'], key: string, set: Record<string, unknown>): Edit[] =>
    standing.has(`${kind} ${key}`) ? [] : [{ kind, code: key, create: true, set }];
  return [
    ...made('poles', pole, {
      ...{ code: pole, institution, description: draft.pole.trim(), city: whole(draft.city) },
    }),
    ...made('courses', course, {
      ...{ code: course, institution, name: draft.course.trim(), level: 1, modality: draft.modality },
    }),
    ...made('intakes', `${institution}/${intake}`, {
      ...{ code: intake, institution, start: draft.start, end: draft.end },
      classStart: draft.classStart || null,
    }),
    ...made('ingressModes', ingress, {
      ...{ code: ingress, name: t.ingressNames[draft.ingress as 'none'], kind: draft.ingress },
    }),
    ...(essay ? made('essayThemes', SHARED, { code: SHARED, title: t.theme, texts: [t.themeText] }) : []),
    ...made('contracts', SHARED, { code: SHARED, title: t.contractTitle, html: contract }),
    ...made('documentSets', SHARED, {
      code: SHARED,
      items: t.documents.map(([item, name]) => ({
        ...{ code: item, name, stage: 'enrollment', required: true },
      })),
    }),
    {
      kind: 'offers',
      code,
      create: true,
      set: {
        ...{ code, institution, type: 1, intake, ingressMode: ingress, contract: SHARED, documents: SHARED },
        courses: [{ course, poles: [{ pole, vacancies: whole(draft.vacancies) }] }],
        essayThemes: essay ? [SHARED] : [],
      },
    },
    {
      kind: 'prices',
      code: `P-${code}`,
      create: true,
      set: {
        ...{ code: `P-${code}`, institution, course, intake, kind: 'enrollment' },
        ...{ installments: whole(draft.installments), value: typedAmount(draft.value) ?? draft.value },
      },
    },
  ];
}

/**
 * Entries that already exist according to a plan's errors; an offer and its price must be new, so for them it is a real error.
 */
export const standingIn = (
  errors: readonly { field: string; message: string }[],
  edits: readonly Edit[],
): string[] =>
  errors.flatMap(({ field, message }) => {
    const [, at, name] = field.split('.');
    const edit = edits[Number(at)];
    const stands = name === 'code' && message.endsWith('já existe.') && edit !== undefined;
    return stands && edit.kind !== 'offers' && edit.kind !== 'prices' ? [`${edit.kind} ${edit.code}`] : [];
  });
