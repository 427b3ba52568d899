import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sql, { type Sql } from 'sql-template-tag';
import { deleteSome, inBatches } from '../database/batches.ts';
import type { Runner, Tx } from '../database/types.ts';
import { forAllTenants } from '../due.ts';
import type { Job } from '../jobs.ts';
import { leaseEnd, underLease } from '../lease.ts';
import type { Platform } from '../platform.ts';
import type { Command, HeldKey, Reply } from './context.ts';
import { AppError, fail } from './errors.ts';

const KEPT_MS = 24 * 3600_000;

type Stored = {
  body_hash: string;
  status: number | null;
  answer: unknown;
  progress: unknown;
  lease_until: Date;
  created_at: Date;
};

const hashOf = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url');

const where = (c: Command) => sql`tenant_id = ${c.tenantId} and person_id = ${c.personId}
  and address = ${c.address} and key = ${c.key}`;

const insertKey = (platform: Platform, on: Runner, c: Command) => {
  const now = platform.clock.now();
  return on.one(sql`
    insert into idempotency_key (tenant_id, person_id, address, key, body_hash, lease_until, created_at)
    values (${c.tenantId}, ${c.personId}, ${c.address}, ${c.key}, ${hashOf(c.body)},
            ${leaseEnd(platform)}, ${now})
    on conflict (tenant_id, person_id, address, key) do update
      set body_hash = excluded.body_hash, status = null, answer = null, progress = null,
          lease_until = excluded.lease_until, created_at = excluded.created_at
      where idempotency_key.created_at < ${new Date(now.getTime() - KEPT_MS)}
    returning key`);
};

const answerStatement = (c: Command, reply: Reply): Sql => sql`
  update idempotency_key set status = ${reply.status}, answer = ${JSON.stringify(reply.body ?? null)}::jsonb
  where ${where(c)} and status is null returning key`;
const storeAnswer = (on: Runner, c: Command, reply: Reply) => on.one(answerStatement(c, reply));

const refusalOf = (error: unknown, c: Command): Reply => {
  if (!(error instanceof AppError) || error.status >= 500 || error.status === 429) throw error;
  return { status: error.status, body: error.envelope(c.requestId) };
};

const replayOf = (stored: Stored, c: Command): Reply | undefined => {
  if (stored.body_hash !== hashOf(c.body)) fail('IDEMPOTENCY_CONFLICT');
  if (stored.status === null) return undefined;
  // A refusal contains the trace id of its request, which is that of the repeat, not of the first call (spec 2.3).
  const own = stored.status >= 400 ? { ...(stored.answer as object), traceId: c.requestId } : stored.answer;
  return { status: stored.status, body: own ?? undefined };
};

/** Runs a command as one transaction: key, effects and answer are committed together. */
export function runOnce(platform: Platform, c: Command, work: (tx: Tx) => Promise<Reply>): Promise<Reply> {
  return platform.db.write(c.tenantId, async (tx) => {
    if (!(await insertKey(platform, tx, c))) {
      const stored = await tx.one<Stored>(sql`select * from idempotency_key where ${where(c)} for update`);
      const replay = stored && replayOf(stored, c);
      if (replay) return replay;
    }
    const reply = await tx.savepoint(() => work(tx), { last: true }).catch((error) => refusalOf(error, c));
    tx.alongside(answerStatement(c, reply));
    return reply;
  });
}

/** Another process took over the command when the lease expired, so the current transaction must be rolled back. */
class Overtaken extends Error {}

/**
 * Whether a command whose answer is never stored was run within the last day. Throws 409 `IDEMPOTENCY_CONFLICT` when its key was
 * sent with different content.
 */
export async function wasRun(platform: Platform, on: Runner, c: Command): Promise<boolean> {
  const since = new Date(platform.clock.now().getTime() - KEPT_MS);
  const stored = await on.one<Stored>(sql`
    select * from idempotency_key where ${where(c)} and created_at >= ${since}`);
  if (stored) replayOf(stored, c);
  return stored !== undefined;
}

/** Whether such a command runs for the first time; from then on, it was run. */
export const isFirst = async (platform: Platform, tx: Tx, c: Command): Promise<boolean> =>
  (await insertKey(platform, tx, c)) !== undefined || !(await wasRun(platform, tx, c));

/** Stores the answer of a command that creates its own tenant, in the transaction that creates it. */
export async function rememberAnswer(platform: Platform, tx: Tx, c: Command, reply: Reply): Promise<void> {
  await insertKey(platform, tx, c);
  tx.alongside(answerStatement(c, reply));
}

type Held = { stored: Pick<Stored, 'progress'> } | { replay: Reply };

/** Takes the key, or waits until it is answered or its holder's lease expires. */
async function holdKey(platform: Platform, c: Command): Promise<Held> {
  const db = platform.db.tenant(c.tenantId);
  const fresh: Held = { stored: { progress: null } };
  if (await insertKey(platform, db, c)) return fresh;
  for (;;) {
    const stored = await db.one<Stored>(sql`select * from idempotency_key where ${where(c)}`);
    if (!stored) {
      // The first call ended with an error that is not stored (5xx, 429), so this call runs the command.
      if (await insertKey(platform, db, c)) return fresh;
      continue;
    }
    const replay = replayOf(stored, c);
    if (replay) return { replay };
    if (stored.lease_until.getTime() < platform.clock.wall()) {
      const taken = await db.one<Stored>(sql`
        update idempotency_key set lease_until = ${leaseEnd(platform)}
        where ${where(c)} and status is null and lease_until < ${new Date(platform.clock.wall())} returning progress`);
      if (taken) return { stored: taken };
    }
    await pause(50);
  }
}

/**
 * Runs a command with several steps, such as one that waits for an external system. The key is taken first, and a second caller
 * waits for the first one's answer. A step that must not happen twice has to be noted or answered in its own transaction.
 */
export async function runOnceAcross(
  platform: Platform,
  c: Command,
  work: (key: HeldKey) => Promise<Reply>,
): Promise<Reply> {
  const db = platform.db.tenant(c.tenantId);
  const found = await holdKey(platform, c);
  if ('replay' in found) return found.replay;
  const { progress } = found.stored;
  let answered = false;
  try {
    const keep = (until: Date) =>
      db.many(
        sql`update idempotency_key set lease_until = ${until} where ${where(c)} and status is null returning key`,
      );
    const held: HeldKey = {
      progress,
      async note(tx, done) {
        const noted = await tx.one(sql`update idempotency_key set progress = ${JSON.stringify(done)}::jsonb
          where ${where(c)} and status is null and progress is null returning key`);
        if (!noted) throw new Overtaken();
      },
      async answer(tx, reply) {
        if (!(await storeAnswer(tx, c, reply))) throw new Overtaken();
        tx.afterCommit(() => {
          answered = true;
        });
        return reply;
      },
    };
    const reply = await underLease(platform, keep, () => work(held)).catch((error) => refusalOf(error, c));
    if (!answered) await storeAnswer(db, c, reply);
    return reply;
  } catch (error) {
    if (error instanceof Overtaken) return runOnceAcross(platform, c, work);
    // The progress note is kept, so that a repeat continues from there.
    await db.one(sql`
      update idempotency_key set lease_until = ${new Date(0)} where ${where(c)} and status is null
        and progress is not null returning key`);
    await db.one(sql`
      delete from idempotency_key where ${where(c)} and status is null and progress is null returning key`);
    throw error;
  }
}

function forgetAnswers(platform: Platform, tenantId: number): Promise<number> {
  const before = new Date(platform.clock.now().getTime() - KEPT_MS);
  return inBatches(platform.db.tenant(tenantId), [
    deleteSome('idempotency_key', sql`tenant_id = ${tenantId} and created_at < ${before}::timestamptz`),
  ]);
}

/** Deletes stored answers after 24 h (spec 2.2), because they contain personal data and must not be kept longer. */
export const idempotencyCleanUp: Job = {
  name: 'idempotency-clean-up',
  everyMs: 3600_000,
  run: (platform) => forAllTenants(platform, (tenantId) => forgetAnswers(platform, tenantId)),
};
