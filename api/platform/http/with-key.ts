import type { Tx } from '../database/types.ts';
import { nameActingStaff } from './acting-staff.ts';
import type { HeldKey, Reply, ServiceContext, Tenant } from './context.ts';
import { runOnceAcross } from './idempotency.ts';
import { reply } from './route.ts';

/** Runs the transaction of a write; with an `Idempotency-Key` its answer is committed along with it. */
export type Write = (work: (tx: Tx) => Promise<Reply>) => Promise<Reply>;

type Writer = Pick<ServiceContext<Tenant | undefined>, 'audited' | 'command' | 'platform' | 'service'>;
type TenantWriter = Writer & Pick<ServiceContext, 'tenant'>;

/**
 * Runs a write once per `Idempotency-Key`, if the caller sent one (spec 17.1: accepted, never required). Effects in `write`
 * happen once despite any failure; other work must detect its own earlier effects.
 */
export const withKey = (ctx: TenantWriter, work: (write: Write) => Promise<Reply>): Promise<Reply> =>
  withKeyAt(ctx, ctx.tenant.id, work);

/** `withKey` for a write that is a single transaction, and whose answer is what that returns. */
export const writeOnce = (
  ctx: TenantWriter,
  status: number,
  act: (tx: Tx) => Promise<unknown>,
): Promise<Reply> => withKey(ctx, (write) => write(async (tx) => reply(status, await act(tx))));

/** Like `withKey`, for a call that determines its tenant itself, such as one that creates it. */
export const withKeyAt = (
  ctx: Writer,
  tenantId: number,
  work: (write: Write) => Promise<Reply>,
): Promise<Reply> =>
  holding(ctx, tenantId, (key) =>
    work((run) =>
      ctx.platform.db.write(tenantId, async (tx) => {
        nameActingStaff(tx, ctx.service);
        const answer = await run(tx);
        ctx.audited(tx, answer);
        return key ? key.answer(tx, answer) : answer;
      }),
    ),
  );

/** Like `withKey`, for a write that afterwards waits for an external system; without a key nothing is held. */
export const withHeldKey = (
  ctx: TenantWriter,
  work: (key: HeldKey | undefined) => Promise<Reply>,
): Promise<Reply> => holding(ctx, ctx.tenant.id, work);

function holding(
  ctx: Writer,
  tenantId: number,
  work: (key: HeldKey | undefined) => Promise<Reply>,
): Promise<Reply> {
  const command = ctx.command(tenantId);
  return command ? runOnceAcross(ctx.platform, command, work) : work(undefined);
}
