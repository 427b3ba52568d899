import { DECLINES, type DeclineClass, STRICTNESS } from './card-decline-table.ts';
import type { CardBrand } from './card-number.ts';

export type Decline = {
  class: DeclineClass;
  /** Earliest retry with the same card, in hours; null when the card network specified none. */
  retryAfterHours: number | null;
  /** The code covers both a reversible and an irreversible reason: one retry at most. */
  once: boolean;
};

/** Hipercard uses the codes of Mastercard; the other brands have no published table (ABECS Normativo 21). */
const TABLE_OF: Partial<Record<CardBrand, 'visa' | 'mastercard' | 'elo' | 'amex'>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  hipercard: 'mastercard',
  elo: 'elo',
  amex: 'amex',
};

/** Codes whose reasons contradict each other; ABECS allows one retry. */
const CONTRADICTORY: readonly string[] = ['elo 62'];

/** Mastercard's merchant advice codes: what the issuer says about a retry. */
const ADVICE: ReadonlyMap<string, { class: DeclineClass; retryAfterHours: number | null }> = new Map(
  Object.entries({
    '01': { class: 'FIX_DATA', retryAfterHours: null },
    '02': { class: 'RETRY_LATER', retryAfterHours: 72 },
    '03': { class: 'STOP', retryAfterHours: null },
    // Blocked by the network itself.
    '08': { class: 'STOP', retryAfterHours: null },
    '21': { class: 'STOP', retryAfterHours: null },
    '24': { class: 'RETRY_LATER', retryAfterHours: 1 },
    '25': { class: 'RETRY_LATER', retryAfterHours: 24 },
    '26': { class: 'RETRY_LATER', retryAfterHours: 2 * 24 },
    '27': { class: 'RETRY_LATER', retryAfterHours: 4 * 24 },
    '28': { class: 'RETRY_LATER', retryAfterHours: 6 * 24 },
    '29': { class: 'RETRY_LATER', retryAfterHours: 8 * 24 },
    '30': { class: 'RETRY_LATER', retryAfterHours: 10 * 24 },
    '40': { class: 'OTHER_CARD', retryAfterHours: null },
    '41': { class: 'OTHER_CARD', retryAfterHours: null },
    '42': { class: 'STOP', retryAfterHours: null },
    '43': { class: 'OTHER_CARD', retryAfterHours: null },
  }),
);

/** The issuer gives no advice. */
const NO_ADVICE: readonly string[] = ['', '00'];

const UNKNOWN: Decline = { class: 'UNKNOWN', retryAfterHours: null, once: false };

const stricter = (one: DeclineClass, other: DeclineClass): DeclineClass =>
  STRICTNESS.indexOf(one) >= STRICTNESS.indexOf(other) ? one : other;

/** Class of a code by its brand alone; undefined when the table does not contain the pair. */
function classOf(table: 'visa' | 'mastercard' | 'elo' | 'amex', code: string): DeclineClass | undefined {
  const classes = DECLINES.filter((row) => row[table]?.includes(code)).map((row) => row.class);
  if (classes.length === 0) return undefined;
  return CONTRADICTORY.includes(`${table} ${code}`) ? 'RETRY_LATER' : classes.reduce(stricter);
}

/** A code as written in the table: two or three characters, because acquirers pad with zeros ("0051" is 51). */
const plainCode = (code: string): string => {
  const text = code.trim().toUpperCase();
  return /^0+\d{2,3}$/.test(text) && text.length > 2 ? text.replace(/^0+(?=\d{2})/, '') : text;
};

/**
 * What an issuer's refusal means, by brand and ABECS code (ABECS Normativo 21 v3). The code alone is not enough, because brands
 * use the same code for different reasons; if a single brand does so, the strictest class applies. A Mastercard merchant advice
 * code takes precedence over the code. Unknown brands and codes are `UNKNOWN`.
 */
export function declineOf(brand: CardBrand | null, code: string | null, advice?: string | null): Decline {
  const table = brand === null ? undefined : TABLE_OF[brand];
  if (table === undefined) return UNKNOWN;
  const advised = table === 'mastercard' && advice ? advice.trim().padStart(2, '0') : '';
  const known = ADVICE.get(advised);
  if (known) return { ...known, once: false };
  if (code === null) return UNKNOWN;
  const plain = plainCode(code);
  const found = classOf(table, plain);
  if (found === undefined) return UNKNOWN;
  // The network charges for a retry against its advice, so advice that is not in the table (06, 07, 90 and 99 since November
  // 2026) forbids a retry that the code alone would allow.
  if (!NO_ADVICE.includes(advised) && found === 'RETRY_LATER') return UNKNOWN;
  return { class: found, retryAfterHours: null, once: CONTRADICTORY.includes(`${table} ${plain}`) };
}

/**
 * Whether another acquirer may be tried for the same payment (D-69): the first one certainly did not charge the card, and the
 * refusal can be retried. An unknown outcome is looked up, never tried elsewhere. If a card network specifies a waiting time, it
 * applies to every acquirer.
 */
export function mayTryNextAcquirer(outcome: {
  status: string;
  brand: CardBrand | null;
  declineCode: string | null;
  adviceCode?: string | null;
}): boolean {
  if (outcome.status !== 'DENIED') return false;
  const { class: kind, retryAfterHours } = declineOf(outcome.brand, outcome.declineCode, outcome.adviceCode);
  return kind === 'RETRY_LATER' && retryAfterHours === null;
}
