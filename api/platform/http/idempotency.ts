import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../database/index.ts';
import type { House } from '../house.ts';
import type { Job } from '../jobs.ts';
import { leaseEnd, underLease } from '../lease.ts';
import type { Reply } from './context.ts';
import { AppError, fail } from './errors.ts';

const KEPT_MS = 24 * 3600_000;

export type Command = {
  tenantId: number;
  personId: number;
  /** Method and path with its ids. */
  address: string;
  key: string;
  body: unknown;
  requestId: string;
};

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

const insertKey = (house: House, on: Runner, c: Command) => {
  const now = house.clock.now();
  return on.one(sql`
    insert into idempotency_key (tenant_id, person_id, address, key, body_hash, lease_until, created_at)
    values (${c.tenantId}, ${c.personId}, ${c.address}, ${c.key}, ${hashOf(c.body)},
            ${leaseEnd(house)}, ${now})
    on conflict (tenant_id, person_id, address, key) do update
      set body_hash = excluded.body_hash, status = null, answer = null, progress = null,
          lease_until = excluded.lease_until, created_at = excluded.created_at
      where idempotency_key.created_at < ${new Date(now.getTime() - KEPT_MS)}
    returning key`);
};

const storeAnswer = (on: Runner, c: Command, reply: Reply) =>
  on.one(sql`update idempotency_key set status = ${reply.status},
    answer = ${JSON.stringify(reply.body ?? null)}::jsonb where ${where(c)} and status is null returning key`);

const refusalOf = (error: unknown, c: Command): Reply => {
  if (!(error instanceof AppError) || error.status >= 500 || error.status === 429) throw error;
  return { status: error.status, body: error.envelope(c.requestId) };
};

const replayOf = (stored: Stored, c: Command): Reply | undefined => {
  if (stored.body_hash !== hashOf(c.body)) fail('IDEMPOTENCY_CONFLICT');
  return stored.status === null ? undefined : { status: stored.status, body: stored.answer ?? undefined };
};

/** A command that is one transaction: key, effects and answer are committed together. */
export function runOnce(house: House, c: Command, work: (tx: Tx) => Promise<Reply>): Promise<Reply> {
  return house.db.write(c.tenantId, async (tx) => {
    if (!(await insertKey(house, tx, c))) {
      const stored = await tx.one<Stored>(sql`select * from idempotency_key where ${where(c)} for update`);
      const replay = stored && replayOf(stored, c);
      if (replay) return replay;
    }
    const reply = await tx.savepoint(() => work(tx)).catch((error) => refusalOf(error, c));
    await storeAnswer(tx, c, reply);
    return reply;
  });
}

/** Somebody who took this command over when its lease had ended was quicker: what is being written must not stand. */
class Overtaken extends Error {}

/** A command whose key is held while it runs in more than one step. */
export type HeldKey = {
  /** What a killed process noted of this very command; null when nothing of it was done. */
  progress: unknown;
  /** Keeps, with what the transaction did, that it is done: whoever takes the command over finds it in `progress`. */
  note(tx: Tx, progress: unknown): Promise<void>;
  /** Keeps the answer with what the transaction did: nothing of the command can happen again. */
  answer(tx: Tx, reply: Reply): Promise<Reply>;
};

/**
 * Whether a command whose answer is never kept runs for the first time; 409 `IDEMPOTENCY_CONFLICT` when its key was
 * sent with something else.
 */
export async function isFirst(house: House, tx: Tx, c: Command): Promise<boolean> {
  if (await insertKey(house, tx, c)) return true;
  const stored = await tx.one<Stored>(sql`select * from idempotency_key where ${where(c)}`);
  if (stored) replayOf(stored, c);
  return false;
}

/** Keeps the answer of a command that makes the very tenant it belongs to, in the transaction that does. */
export async function rememberAnswer(house: House, tx: Tx, c: Command, reply: Reply): Promise<void> {
  await insertKey(house, tx, c);
  await storeAnswer(tx, c, reply);
}

type Held = { stored: Pick<Stored, 'progress'> } | { replay: Reply };

/** Takes the key, or waits until it is answered or its holder's lease has ended. */
async function holdKey(house: House, c: Command): Promise<Held> {
  const db = house.db.tenant(c.tenantId);
  const fresh: Held = { stored: { progress: null } };
  if (await insertKey(house, db, c)) return fresh;
  for (;;) {
    const stored = await db.one<Stored>(sql`select * from idempotency_key where ${where(c)}`);
    if (!stored) {
      // The first caller met a failure that is not stored (5xx, 429): this one tries itself.
      if (await insertKey(house, db, c)) return fresh;
      continue;
    }
    const replay = replayOf(stored, c);
    if (replay) return { replay };
    if (stored.lease_until.getTime() < house.clock.wall()) {
      const taken = await db.one<Stored>(sql`
        update idempotency_key set lease_until = ${leaseEnd(house)}
        where ${where(c)} and status is null and lease_until < ${new Date(house.clock.wall())} returning progress`);
      if (taken) return { stored: taken };
    }
    await pause(50);
  }
}

/**
 * A command of several steps, such as one with outside waits: the key is taken first, a second caller waits for the
 * first one's answer. What must not be done twice is noted or answered in the transaction that does it.
 */
export async function runOnceAcross(
  house: House,
  c: Command,
  work: (key: HeldKey) => Promise<Reply>,
): Promise<Reply> {
  const db = house.db.tenant(c.tenantId);
  const found = await holdKey(house, c);
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
    const reply = await underLease(house, keep, () => work(held)).catch((error) => refusalOf(error, c));
    if (!answered) await storeAnswer(db, c, reply);
    return reply;
  } catch (error) {
    if (error instanceof Overtaken) return runOnceAcross(house, c, work);
    // What was noted stays: a repeat goes on from there.
    await db.one(sql`
      update idempotency_key set lease_until = ${new Date(0)} where ${where(c)} and status is null
        and progress is not null returning key`);
    await db.one(sql`
      delete from idempotency_key where ${where(c)} and status is null and progress is null returning key`);
    throw error;
  }
}

async function forgetAnswers(house: House): Promise<number> {
  const before = new Date(house.clock.now().getTime() - KEPT_MS);
  let done = 0;
  for (const tenantId of await house.db.tenantIds()) {
    const forgotten = await house.db.tenant(tenantId).many(sql`
      delete from idempotency_key where tenant_id = ${tenantId} and created_at < ${before} returning key`);
    done += forgotten.length;
  }
  return done;
}

/** Answers are kept for repeats of 24 h (spec 2.2); they speak of people and must not stay longer. */
export const idempotencyCleanUp: Job = {
  name: 'idempotency-clean-up',
  everyMs: 3600_000,
  run: forgetAnswers,
};
