/**
 * What a refusal means for the person: `RETRY_LATER` the same card may work later; `FIX_DATA` something was mistyped;
 * `OTHER_CARD` this card will not work, another may; `STOP` cards are not offered again for this payment; `UNKNOWN` no conclusion
 * is possible.
 */
export type DeclineClass = 'RETRY_LATER' | 'FIX_DATA' | 'OTHER_CARD' | 'STOP' | 'UNKNOWN';

/** From the mildest to the strictest class. */
export const STRICTNESS: readonly DeclineClass[] = [
  'UNKNOWN',
  'RETRY_LATER',
  'FIX_DATA',
  'OTHER_CARD',
  'STOP',
];

export type DeclineRow = {
  reason: string;
  class: DeclineClass;
  visa?: readonly string[];
  mastercard?: readonly string[];
  elo?: readonly string[];
  amex?: readonly string[];
};

/**
 * Reasons and codes of ABECS Normativo 21 v3 by brand. A code may appear in several rows. Brands use codes differently: 57 is a
 * reversible block at Mastercard, but at Visa it forbids the purchase.
 */
export const DECLINES: readonly DeclineRow[] = [
  {
    reason: 'generic',
    class: 'RETRY_LATER',
    visa: ['05'],
    mastercard: ['05'],
    elo: ['05'],
    amex: ['100'],
  },
  {
    reason: 'insufficient funds or limit',
    class: 'RETRY_LATER',
    visa: ['51'],
    mastercard: ['51'],
    elo: ['51'],
    amex: ['116', '121'],
  },
  {
    reason: 'wrong password',
    class: 'FIX_DATA',
    visa: ['55', '86'],
    mastercard: ['55'],
    elo: ['55'],
    amex: ['117'],
  },
  {
    reason: 'suspected fraud, travel notice',
    class: 'RETRY_LATER',
    visa: ['59'],
    mastercard: ['63'],
    elo: ['59'],
    amex: ['100'],
  },
  {
    reason: 'amount over limit',
    class: 'RETRY_LATER',
    visa: ['61', 'N4'],
    mastercard: ['61'],
    elo: ['61'],
  },
  { reason: 'temporary block', class: 'RETRY_LATER', visa: ['62'], mastercard: ['57'], elo: ['62'] },
  {
    reason: 'password or purchase count exceeded',
    class: 'RETRY_LATER',
    visa: ['75'],
    mastercard: ['75'],
    elo: ['38', '75'],
    amex: ['106'],
  },
  { reason: 'withdrawals exceeded', class: 'RETRY_LATER', visa: ['65'], mastercard: ['65'], elo: ['65'] },
  { reason: 'new card still locked', class: 'RETRY_LATER', visa: ['78'], mastercard: ['57'], elo: ['78'] },
  { reason: 'issuer asks to redo', class: 'RETRY_LATER', elo: ['04', '06'] },
  { reason: 'not supported or blocked by the issuer', class: 'RETRY_LATER', elo: ['5C'] },
  {
    reason: 'issuer out of service',
    class: 'RETRY_LATER',
    visa: ['91'],
    mastercard: ['91'],
    elo: ['91'],
    amex: ['912'],
  },
  {
    reason: 'system failure',
    class: 'RETRY_LATER',
    visa: ['96'],
    mastercard: ['96'],
    elo: ['96'],
    amex: ['911'],
  },
  { reason: 'debit instead of credit', class: 'OTHER_CARD', visa: ['39', '52', '53'], elo: ['AB', 'AC'] },
  { reason: 'not allowed for this card', class: 'OTHER_CARD', visa: ['57'], elo: ['57'], amex: ['200'] },
  {
    reason: 'security code',
    class: 'FIX_DATA',
    visa: ['N7'],
    mastercard: ['63'],
    elo: ['63'],
    amex: ['122'],
  },
  {
    reason: 'number',
    class: 'FIX_DATA',
    visa: ['14'],
    mastercard: ['01', '14'],
    elo: ['14', '56'],
    amex: ['122'],
  },
  { reason: 'expiry', class: 'FIX_DATA', visa: ['54'], mastercard: ['54'], elo: ['54'], amex: ['101'] },
  {
    reason: 'lost or stolen',
    class: 'STOP',
    visa: ['41', '43'],
    mastercard: ['41', '43'],
    elo: ['41', '43'],
    amex: ['200'],
  },
  { reason: 'merchant', class: 'STOP', visa: ['03'], mastercard: ['03'], elo: ['58'], amex: ['109'] },
  { reason: 'acquirer', class: 'STOP', visa: ['19'], mastercard: ['30'], elo: ['19'] },
  { reason: 'card error', class: 'OTHER_CARD', visa: ['06'], elo: ['12'], amex: ['115'] },
  { reason: 'message format', class: 'STOP', visa: ['12'], mastercard: ['30'], elo: ['30'], amex: ['181'] },
  { reason: 'amount', class: 'STOP', visa: ['13'], mastercard: ['13'], elo: ['13', '64'], amex: ['110'] },
  { reason: 'instalment value', class: 'STOP', mastercard: ['12'], elo: ['23'], amex: ['115'] },
  { reason: 'domestic card, foreign sale', class: 'OTHER_CARD', mastercard: ['62'], elo: ['62'] },
  {
    reason: 'cryptogram',
    class: 'OTHER_CARD',
    visa: ['74', '81', '82'],
    mastercard: ['88'],
    elo: ['82', '83'],
    amex: ['180'],
  },
  {
    reason: 'pick up, fraud confirmed',
    class: 'STOP',
    visa: ['04', '07'],
    mastercard: ['04'],
    elo: ['57'],
    amex: ['200'],
  },
  { reason: 'issuer not found', class: 'OTHER_CARD', visa: ['15', '92'], mastercard: ['15', '92'] },
  { reason: 'breach of law', class: 'STOP', visa: ['93'], mastercard: ['62'], elo: ['57'] },
  { reason: 'recurrence stopped by the holder', class: 'STOP', visa: ['R0', 'R1', 'R3'] },
  { reason: 'account closed', class: 'OTHER_CARD', visa: ['46'], mastercard: ['62'], elo: ['46'] },
  // Families that Mastercard interprets together with its advice; without advice no retry is known to help.
  { reason: 'life cycle, policy or fraud', class: 'OTHER_CARD', mastercard: ['79', '82', '83'] },
];
