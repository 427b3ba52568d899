/** What the simulated issuer does with a card, determined by its number; the number itself is never stored. */
export type Plan =
  | { kind: 'approve' }
  /** Reserves the money; capturing it is left to the merchant, whatever was requested. */
  | { kind: 'authorise-only' }
  | { kind: 'deny'; code: string }
  | { kind: 'process' }
  /** Denies amounts above `cents`. */
  | { kind: 'deny-above'; cents: number; code: string }
  | { kind: 'deny-recurring'; code: string }
  /** The acquirer does not answer any charge of this card. */
  | { kind: 'unreachable' };

/** Cards of spec 2.6, the same at every acquirer. */
export const OWN_CARDS: Readonly<Record<string, Plan>> = {
  '4000000000000010': { kind: 'approve' },
  '4000000000000028': { kind: 'deny', code: '05' },
  '4000000000000036': { kind: 'process' },
  '4000000000000044': { kind: 'unreachable' },
  '4000000000000051': { kind: 'deny-above', cents: 100_000, code: '51' },
  '4000000000000069': { kind: 'deny-recurring', code: '57' },
  '4000000000000077': { kind: 'approve' },
  '4000000000000085': { kind: 'authorise-only' },
  '4000000000000101': { kind: 'approve' },
};

/** Reads a plan that the control page sets for a stored card; undefined for anything else. */
export function readPlan(result: unknown, code: unknown): Plan | undefined {
  if (result === 'deny')
    return typeof code === 'string' && /^[A-Z0-9]{2,4}$/.test(code) ? { kind: 'deny', code } : undefined;
  return result === 'approve' || result === 'process' || result === 'unreachable'
    ? { kind: result }
    : undefined;
}
