/** The acquirer's result: its token, a refusal of the data, or no answer. */
export type Tokenised = { token: string } | { reason: 'refused' | 'unavailable' };

/** Time limit for an acquirer's answer; after that the card is requested again. */
export const ANSWER_MS = 20_000;
export const UNAVAILABLE = { reason: 'unavailable' } as const;

/** The token in an acquirer's answer; a text that cannot be one counts as no answer. */
export const tokenIn = (value: unknown): Tokenised =>
  typeof value === 'string' && /^[\w-]{8,100}$/.test(value) ? { token: value } : UNAVAILABLE;
