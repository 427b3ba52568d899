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

/** A new intake based on an existing one: what is copied and what differs. */
export type CopyWanted = {
  institution: string;
  /** Code of the source intake, and of the new one. */
  intake: string;
  code: string;
  /** Dates are moved by whole weeks, so that a Saturday stays a Saturday. */
  weeks: number;
  start?: string | undefined;
  end?: string | undefined;
  classStart?: string | null | undefined;
  /** Text to replace in names and codes: 2026-1 → 2026-2. */
  rename?: { from: string; to: string } | undefined;
  /** Codes to copy; omitted = all. For vouchers: none. */
  offers?: string[] | undefined;
  classes?: string[] | undefined;
  schedules?: string[] | undefined;
  vouchers?: string[] | undefined;
  /** Amounts that differ from the previous ones, by the code of the source price. */
  prices?: (Amounts & { code: string })[] | undefined;
};

const LONGEST_CODE = 40;
const raw = (entry: object) => entry as Record<string, unknown>;

/** Creates unused codes for copies: with the new name in place of the old one, or appended if the old one doesn't occur. */
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

/** A plan whose first instalment is an amount in BRL; differing instalments keep their ratio. */
const planOf = (plan: readonly number[], first: number): number[] =>
  plan.map((one) => (plan[0] ? Math.round(((one * first) / plan[0]) * 100) / 100 : first));

/** The intake's prices with the reviewed amounts. Amounts scheduled from a day of the old intake aren't copied. */
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

/** A voucher whose code contains the period becomes a new voucher; any other is extended. */
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

/** Disciplines and elective rules of the copied courses. */
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
 * The edits that create the next intake. It stays suspended until somebody opens it, so that saving publishes nothing. People
 * and payments are never copied. Fails with 422 for an intake that doesn't exist or a code already in use.
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
