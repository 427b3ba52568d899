/** How the acquirer's answer ends: its token, a refusal of the data, or silence. */
export type Tokenised = { token: string } | { reason: 'refused' | 'unavailable' };

/** An acquirer answers within so long, or the card is asked for again. */
export const ANSWER_MS = 20_000;
export const UNAVAILABLE = { reason: 'unavailable' } as const;

/** The token that an acquirer answered; a text that cannot be one is none. */
export const tokenIn = (value: unknown): Tokenised =>
  typeof value === 'string' && /^[\w-]{8,100}$/.test(value) ? { token: value } : UNAVAILABLE;
