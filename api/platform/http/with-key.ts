import type { Tx } from '../database/index.ts';
import type { Ctx, Reply } from './context.ts';
import { type HeldKey, runOnceAcross } from './idempotency.ts';

/** The transaction of a write; with an `Idempotency-Key` its answer is committed with it. */
export type Write = (work: (tx: Tx) => Promise<Reply>) => Promise<Reply>;

type Writer = Pick<Ctx, 'command' | 'tenant' | 'house'>;

/**
 * Runs a write once per `Idempotency-Key` when the caller sent one (spec 17.1: accepted, never demanded). What is done
 * in `write` is done once whatever breaks; work that does not use it must find by itself what it did before.
 */
export const withKey = (
  ctx: Writer,
  work: (write: Write) => Promise<Reply>,
  tenantId: number = ctx.tenant.id,
): Promise<Reply> =>
  withHeldKey(
    ctx,
    (key) =>
      work((run) =>
        ctx.house.db.write(tenantId, async (tx) => {
          const reply = await run(tx);
          return key ? key.answer(tx, reply) : reply;
        }),
      ),
    tenantId,
  );

/** The same for a write that waits for an outside system after its transaction; without a key there is none to hold. */
export const withHeldKey = (
  ctx: Writer,
  work: (key: HeldKey | undefined) => Promise<Reply>,
  tenantId: number = ctx.tenant.id,
): Promise<Reply> => {
  const command = ctx.command(tenantId);
  return command ? runOnceAcross(ctx.house, command, work) : work(undefined);
};
