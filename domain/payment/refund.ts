/**
 * How a refund travels: `requested` = not asked for yet, `processing` = asked, answer open or unknown, `done` = the money
 * went back, `failed` = the provider did not do it, so it may be asked again.
 */
export type RefundState = 'requested' | 'processing' | 'done' | 'failed';

/** Received money something can be given back of: of one received Pix, or without number what came otherwise. */
export type Refundable = { source: string | null; leftCents: number };

/**
 * Spreads a refund over what was received, in the order given; undefined when more is asked than is left. `cents` > 0.
 */
export function splitRefund(
  cents: number,
  received: readonly Refundable[],
): { source: string | null; cents: number }[] | undefined {
  let rest = cents;
  const parts: { source: string | null; cents: number }[] = [];
  for (const { source, leftCents } of received) {
    const part = Math.min(rest, leftCents);
    if (part > 0) parts.push({ source, cents: part });
    rest -= Math.max(0, part);
  }
  return rest > 0 ? undefined : parts;
}

/** State of several refunds asked for together: what is still open counts before what ended. */
export function refundStateOf(states: readonly RefundState[]): RefundState {
  for (const state of ['requested', 'processing', 'failed'] as const)
    if (states.includes(state)) return state;
  return 'done';
}
