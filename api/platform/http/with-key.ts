import type { Ctx, Reply } from './context.ts';

/** Runs a write once per `Idempotency-Key` when the caller sent one (spec 17.1: accepted, never demanded). */
export const withKey = (
  ctx: Pick<Ctx, 'header' | 'onceAcross'>,
  work: () => Promise<Reply>,
): Promise<Reply> => (ctx.header('idempotency-key') ? ctx.onceAcross(work) : work());
