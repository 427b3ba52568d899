import { invalid } from '../platform/http/errors.ts';
import type { Edit } from './edit.ts';
import type { Catalogue, Entry } from './model.ts';
import { type Moves, movesBy } from './shift.ts';

type Amounts = {
  value?: number | undefined;
  plan?: number[] | undefined;
  discount?: number | undefined;
  conditionalDiscount?: number | undefined;
};

/** The next intake, from one that was: what of it is taken over, and what is different. */
export type CopyWanted = {
  institution: string;
  /** Code of the intake that is copied, and of the new one. */
  intake: string;
  code: string;
  /** Dates move by so many weeks, so that a Saturday stays one. */
  weeks: number;
  start?: string | undefined;
  end?: string | undefined;
  classStart?: string | null | undefined;
  /** Text of names and codes that becomes another one: 2026-1 → 2026-2. */
  rename?: { from: string; to: string } | undefined;
  /** Codes that are taken over; left out = all. Vouchers: none. */
  offers?: string[] | undefined;
  classes?: string[] | undefined;
  schedules?: string[] | undefined;
  vouchers?: string[] | undefined;
  /** Amounts that differ from those of before, by the code of the price that is copied. */
  prices?: (Amounts & { code: string })[] | undefined;
};

const LONGEST_CODE = 40;
const raw = (entry: object) => entry as Record<string, unknown>;

/** Codes for copies, which no entry of the kind has: with the new name where the old one stood, else with it at the end. */
function codesFor(taken: Iterable<string>, from: string, to: string, rename: CopyWanted['rename']) {
  const known = new Set(taken);
  const named = (code: string): string => {
    const renamed = rename ? code.replaceAll(rename.from, rename.to) : code;
    const replaced = renamed === code ? code.replaceAll(from, to) : renamed;
    return replaced === code
      ? `${code.slice(0, LONGEST_CODE - to.length - 1)}-${to}`
      : replaced.slice(0, LONGEST_CODE);
  };
  return (code: string): string => {
    const first = named(code);
    for (let number = 1; ; number++) {
      const ending = number === 1 ? '' : `-${number}`;
      const candidate = `${first.slice(0, LONGEST_CODE - ending.length)}${ending}`;
      if (known.has(candidate)) continue;
      known.add(candidate);
      return candidate;
    }
  };
}

const chosen = (list: readonly string[] | undefined) => {
  const codes = list && new Set(list);
  return (code: string) => codes === undefined || codes.has(code);
};

const created = (kind: Edit['kind'], code: string, set: object): Edit => ({
  kind,
  code,
  set: raw(set),
  create: true,
  copied: true,
});

/** Instalments whose first is of an amount in BRL; those that differ from each other go on doing so. */
const planOf = (plan: readonly number[], first: number): number[] =>
  plan.map((one) => (plan[0] ? Math.round(((one * first) / plan[0]) * 100) / 100 : first));

/** Prices of the intake with the amounts that were reviewed; what was to come with a day of the old intake is not taken over. */
function pricesOf(
  { prices }: Catalogue,
  wanted: CopyWanted,
  courses: ReadonlySet<string>,
  code: (old: string) => string,
): Edit[] {
  const reviewed = new Map((wanted.prices ?? []).map((price) => [price.code, price]));
  return prices
    .filter(
      ({ institution, intake, course }) =>
        institution === wanted.institution && intake === wanted.intake && courses.has(course),
    )
    .map((price) => {
      const { code: _, value, ...amounts } = reviewed.get(price.code) ?? { code: price.code };
      const plan = amounts.plan ?? (value === undefined ? undefined : planOf(price.plan, value));
      const given = Object.fromEntries(
        Object.entries({ ...amounts, plan }).filter(([, amount]) => amount !== undefined),
      );
      const own = code(price.code);
      return created('prices', own, { ...price, ...given, code: own, intake: wanted.code, next: null });
    });
}

/** A voucher whose code names the time becomes a new one; any other holds for longer. */
function vouchersOf(catalogue: Catalogue, wanted: CopyWanted, moves: Moves): Edit[] {
  const { rename } = wanted;
  const isChosen = chosen(wanted.vouchers ?? []);
  return catalogue.vouchers
    .filter(({ code }) => isChosen(code))
    .map((voucher) => {
      const code = rename
        ? voucher.code.replaceAll(rename.from, rename.to).slice(0, LONGEST_CODE)
        : voucher.code;
      if (code === voucher.code) return { kind: 'vouchers', code, set: { to: moves.day(voucher.to) } };
      return created('vouchers', code, {
        ...voucher,
        code,
        from: moves.day(voucher.from),
        to: moves.day(voucher.to),
      });
    });
}

/** Subjects and how many electives are chosen, of the courses that are taken over. */
const subjectsOf = (
  catalogue: Catalogue,
  { intake, code }: CopyWanted,
  courses: ReadonlySet<string>,
): Edit[] => [
  ...catalogue.disciplines
    .filter((one) => one.intake === intake && courses.has(one.course))
    .map((one) => created('disciplines', `${one.course}/${code}/${one.code}`, { ...one, intake: code })),
  ...catalogue.electives
    .filter((one) => one.intake === intake && courses.has(one.course))
    .map((one) => created('electives', `${one.course}/${code}/${one.module}`, { ...one, intake: code })),
];

/**
 * The edits that make the next intake. It is suspended until somebody opens it, so that nothing is published by saving. People and
 * payments are never copied. 422 for an intake that is not there or a code that is taken.
 */
export function copyEdits(catalogue: Catalogue, wanted: CopyWanted): Edit[] {
  const { institution, intake, code, weeks, rename } = wanted;
  const of = (one: string) =>
    catalogue.intakes.find((each) => each.institution === institution && each.code === one);
  const old = of(intake);
  if (!old) invalid([{ field: 'copy.intake', message: `${intake} não existe no catálogo.` }]);
  if (of(code)) invalid([{ field: 'copy.code', message: `${code} já existe.` }]);
  const source = old as Entry<'intakes'>;
  const moves = movesBy(weeks * 7);
  const renamed = (text: string) => (rename ? text.replaceAll(rename.from, rename.to) : text);
  const isOffer = chosen(wanted.offers);
  const offers = catalogue.offers.filter(
    (offer) => offer.institution === institution && offer.intake === intake && isOffer(offer.code),
  );
  if (offers.length === 0) invalid([{ field: 'copy.offers', message: 'Escolha ao menos uma oferta.' }]);
  const codeOfOffer = codesFor(
    catalogue.offers.map((offer) => offer.code),
    intake,
    code,
    rename,
  );
  const codeOfPrice = codesFor(
    catalogue.prices.map((price) => price.code),
    intake,
    code,
    rename,
  );
  const codes = new Map(offers.map((offer) => [offer.code, codeOfOffer(offer.code)]));
  const courses = new Set(offers.flatMap((offer) => offer.courses.map(({ course }) => course)));
  const within = <T extends { offer: string; code: string }>(
    entries: readonly T[],
    list: string[] | undefined,
  ) => {
    const isChosen = chosen(list);
    return entries.flatMap((entry) => {
      const offer = codes.get(entry.offer);
      return offer !== undefined && isChosen(`${entry.offer}/${entry.code}`) ? [{ ...entry, offer }] : [];
    });
  };
  return [
    created('intakes', `${institution}/${code}`, {
      ...source,
      code,
      start: wanted.start ?? moves.day(source.start),
      end: wanted.end ?? moves.day(source.end),
      classStart:
        wanted.classStart === undefined
          ? source.classStart && moves.day(source.classStart)
          : wanted.classStart,
      suspended: true,
    }),
    ...offers.map((offer) => {
      const own = codes.get(offer.code) as string;
      return created('offers', own, {
        ...offer,
        code: own,
        intake: code,
        name: offer.name && renamed(offer.name),
      });
    }),
    ...subjectsOf(catalogue, wanted, courses),
    ...within(catalogue.classes, wanted.classes).map((entry) =>
      created('classes', `${entry.offer}/${entry.code}`, {
        ...entry,
        name: renamed(entry.name),
        start: moves.day(entry.start),
      }),
    ),
    ...within(catalogue.schedules, wanted.schedules).map((slot) =>
      created('schedules', `${slot.offer}/${slot.code}`, { ...slot, at: moves.instant(slot.at) }),
    ),
    ...pricesOf(catalogue, wanted, courses, codeOfPrice),
    ...vouchersOf(catalogue, wanted, moves),
  ];
}
