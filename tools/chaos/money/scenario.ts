/** What a payer does with a debt, with weights out of a hundred. */
const WEIGHTS = {
  /** Pays the amount charged. */
  exact: 20,
  /** Pays once, and the provider reports it twice. */
  notifiedTwice: 6,
  less: 7,
  more: 7,
  never: 4,
  /** Pays nothing, but somebody reports a payment. */
  invented: 5,
  /** Cancels the charge and pays it anyway. */
  late: 9,
  /** Requests another payment method and pays both. */
  both: 11,
  /** Requests two payment methods at the same time, and pays whatever came of it. */
  twoTabs: 7,
  /** Pays with a card. */
  card: 12,
  /** Has a card that is declined, and pays another way. */
  cardRefused: 6,
  /** Has a card whose acquirer decides later. */
  cardLater: 5,
  voucher: 7,
  /** Has a voucher for the whole amount. */
  waived: 4,
  /** Pays at the institution, which settles it or not. */
  there: 5,
  refusedThere: 2,
} as const;

type Kind = keyof typeof WEIGHTS;
/** Payment methods that go through a provider. */
export type Way = 'pix' | 'slip';
const WAYS: readonly Way[] = ['pix', 'slip'];

export type Scenario = {
  kind: Kind;
  way: Way;
  other: Way;
  /** What the institution refunds afterwards. */
  back: 'nothing' | 'part' | 'whole';
};

const KINDS = Object.entries(WEIGHTS) as [Kind, number][];
const ALL = KINDS.reduce((sum, [, weight]) => sum + weight, 0);

/** The next scenario; every method and kind comes up in the long run. */
export function scenarioOf(random: () => number): Scenario {
  let at = random() * ALL;
  let [[kind]] = KINDS as [[Kind, number]];
  for (const [name, weight] of KINDS) {
    if (at < weight) {
      kind = name;
      break;
    }
    at -= weight;
  }
  const first = Math.floor(random() * WAYS.length);
  const second = (first + 1 + Math.floor(random() * (WAYS.length - 1))) % WAYS.length;
  const luck = random();
  return {
    kind,
    way: WAYS[first] as Way,
    other: WAYS[second] as Way,
    back: luck < 0.7 ? 'nothing' : luck < 0.85 ? 'part' : 'whole',
  };
}
