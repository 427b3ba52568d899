import { randomUUID } from 'node:crypto';
import type { CallKey } from '@orbita/protocol';
import type { ErrorCode } from '@orbita/protocol/foundation';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVICE, essayOf } from '../../testing/bodies.ts';
import { type Client, type Harness, type Response, startHarness } from '../../testing/harness.ts';
import { apply, fillData, grade, signUp, writeEssay } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';
import { AppError, fail } from '../platform/http/errors.ts';
import { runOnce, runOnceAcross } from '../platform/http/idempotency.ts';
import { reply } from '../platform/http/route.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';

/** Double clicks and lost answers of the commands that must not happen twice (spec 2.2). */
let harness: Harness;
let tenantId: number;
let count = 0;
beforeAll(async () => {
  harness = await startHarness();
  tenantId = (await tenantByAlias(harness.platform, 'alfa'))?.id ?? 0;
});
afterAll(() => harness?.stop());

type Applicant = { client: Client; id: number };
/** A command to execute once: its call, the rows it leaves, and another body for the same key. */
type Command = {
  key: CallKey;
  /** Prepares an applicant for the command. */
  before(): Promise<Applicant & { params: Record<string, number>; body: object }>;
  other(body: object): object;
  /** Table of the rows it writes for one application. */
  table: string;
  rows(id: number): Promise<number>;
  status: number;
};

const rowsOf = async (statement: ReturnType<typeof sql>) =>
  (await harness.platform.db.tenant(tenantId).one<{ count: number }>(statement))?.count ?? -1;

async function applicant(): Promise<
  Applicant & { personId: number; person: ReturnType<typeof inventedPerson> }
> {
  count += 1;
  const person = inventedPerson(count);
  const client = harness.visitor();
  const me = await signUp(client, person);
  return { client, id: (await apply(client)).id, personId: me.personId, person };
}
async function approved() {
  const one = await applicant();
  await grade(harness.operations, await writeEssay(one.client, one.id));
  await fillData(one.client, one.personId, one.id, one.person);
  return one;
}
async function contractOf({ client, id }: Applicant) {
  const { body } = await client.call('GET /candidate/subscriptions/{id}/get-subscription-contract', {
    params: { id },
  });
  return { FormatedContract: body.contract.FormatedContract, Contract: body.contract.Contract, ...DEVICE };
}
async function paymentOf({ client, id }: Applicant) {
  const { body } = await client.call('GET /candidate/subscriptions/{id}/payment-options', { params: { id } });
  const priceId = body.prices.find((price) => price.plan.length === 6)?.priceId ?? 0;
  return { purpose: 'enrollment', priceId, method: 'pix', installments: 6 };
}

const send = (client: Client, key: CallKey, params: object, body: object, idempotencyKey: string) =>
  client.call(key as 'POST /candidate/subscriptions/{id}/payments', {
    params: params as never,
    body: body as never,
    headers: { 'idempotency-key': idempotencyKey },
  }) as Promise<Response>;

const commands: Command[] = [
  {
    key: 'POST /candidate/subscriptions/{id}/essays',
    before: async () => {
      const one = await applicant();
      return { ...one, params: { id: one.id }, body: { rulesAccepted: true } };
    },
    other: () => ({ rulesAccepted: true, again: true }),
    table: 'essay',
    rows: (id) => rowsOf(sql`select count(*)::int as count from essay where subscription_id = ${id}`),
    status: 201,
  },
  {
    key: 'POST /candidate/subscriptions/essays/{essayId}/finish',
    before: async () => {
      const one = await applicant();
      const { body } = await send(
        one.client,
        'POST /candidate/subscriptions/{id}/essays',
        { id: one.id },
        { rulesAccepted: true },
        randomUUID(),
      );
      const essayId = (body as { id: number }).id;
      return { ...one, params: { essayId }, body: { title: 'Meu título', essay: essayOf(180) } };
    },
    other: (body) => ({ ...body, title: 'Outro título' }),
    table: 'essay',
    rows: (id) =>
      rowsOf(
        sql`select count(*)::int as count from essay where subscription_id = ${id} and state = 'finished'`,
      ),
    status: 200,
  },
  {
    key: 'POST /candidate/subscriptions/{id}/contract',
    before: async () => {
      const one = await approved();
      return { ...one, params: { id: one.id }, body: await contractOf(one) };
    },
    other: (body) => ({ ...body, OS: 'iOS 19' }),
    table: 'contract_acceptance',
    rows: (id) =>
      rowsOf(sql`select count(*)::int as count from contract_acceptance where subscription_id = ${id}`),
    status: 201,
  },
  {
    key: 'POST /candidate/subscriptions/{id}/payments',
    before: async () => {
      const one = await approved();
      const contract = await contractOf(one);
      await send(
        one.client,
        'POST /candidate/subscriptions/{id}/contract',
        { id: one.id },
        contract,
        randomUUID(),
      );
      return { ...one, params: { id: one.id }, body: await paymentOf(one) };
    },
    other: (body) => ({ ...body, voucher: 'ALFA50' }),
    table: 'payment',
    rows: (id) => rowsOf(sql`select count(*)::int as count from payment where subscription_id = ${id}`),
    status: 201,
  },
];

/** Makes writes to a table fail, as in a broken database, while `work` runs. */
async function broken<T>(table: string, work: () => Promise<T>): Promise<T> {
  const owner = (text: string) => harness.platform.db.asOwner((run) => run(text));
  await owner(`create function broken() returns trigger language plpgsql as
    $$ begin raise exception 'out of order'; end $$;
    create trigger broken before insert or update on ${table} for each row execute function broken()`);
  try {
    return await work();
  } finally {
    await owner(`drop trigger broken on ${table}; drop function broken()`);
  }
}

describe.each(commands)('$key', (command) => {
  it('R1 R2: answers a repeat with the first answer, and another body under the same key with a conflict', async () => {
    const { client, id, params, body } = await command.before();
    const key = randomUUID();
    const first = await send(client, command.key, params, body, key);
    expect(first.status, JSON.stringify(first.body)).toBe(command.status);
    const again = await send(client, command.key, params, body, key);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    const other = await send(client, command.key, params, command.other(body), key);
    expect([other.status, (other.body as { code: string }).code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    expect(await command.rows(id)).toBe(1);
  });

  it('R2: executes once for simultaneous requests, and gives all the same answer', async () => {
    const { client, id, params, body } = await command.before();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send(client, command.key, params, body, key)),
    );
    for (const answer of answers)
      expect([answer.status, answer.body]).toEqual([command.status, answers[0]?.body]);
    expect(await command.rows(id)).toBe(1);
  });

  it('repeats a refusal too, even when it would no longer be refused', async () => {
    const { client, id, params, body } = await command.before();
    const status = async (to: number) =>
      harness.platform.db.tenant(tenantId).one<{ status: number }>(sql`
        with old as (select id, status from subscription where tenant_id = ${tenantId} and id = ${id})
        update subscription s set status = ${to} from old where s.tenant_id = ${tenantId} and s.id = old.id
        returning old.status`);
    const key = randomUUID();
    // A cancelled application refuses all of these commands.
    const was = await status(13);
    const refused = await send(client, command.key, params, body, key);
    expect(refused.status, JSON.stringify(refused.body)).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(429);
    await status(was?.status ?? 0);
    const again = await send(client, command.key, params, body, key);
    expect(again.status).toBe(refused.status);
    // All of the first refusal, but for the request it names: support finds in the log the one that was shown.
    expect(again.body).toEqual({ ...(refused.body as object), traceId: again.headers.get('x-request-id') });
    expect(again.headers.get('x-request-id')).not.toBe(refused.headers.get('x-request-id'));
    const anew = await send(client, command.key, params, body, randomUUID());
    expect(anew.status, JSON.stringify(anew.body)).toBe(command.status);
    expect(await command.rows(id)).toBe(1);
  });

  it('stores no internal failure: the same key tries again', async () => {
    const { client, id, params, body } = await command.before();
    const key = randomUUID();
    const failed = await broken(command.table, () => send(client, command.key, params, body, key));
    expect([failed.status, (failed.body as { code: string }).code]).toEqual([500, 'INTERNAL']);
    const again = await send(client, command.key, params, body, key);
    expect(again.status, JSON.stringify(again.body)).toBe(command.status);
    expect(await command.rows(id)).toBe(1);
  });

  it('R3: keeps the same key of two people separate', async () => {
    const [one, two] = [await command.before(), await command.before()];
    const key = randomUUID();
    const first = await send(one.client, command.key, one.params, one.body, key);
    const second = await send(two.client, command.key, two.params, two.body, key);
    expect([first.status, second.status]).toEqual([command.status, command.status]);
    // Even the path and key of the other person do not show the answer.
    const stolen = await send(two.client, command.key, one.params, one.body, key);
    expect([stolen.status, (stolen.body as { code: string }).code]).toEqual([404, 'NOT_FOUND']);
    expect([await command.rows(one.id), await command.rows(two.id)]).toEqual([1, 1]);
  });
});

it('a bank failure is not stored: the same key charges once the bank is back', async () => {
  const payments = commands.at(-1) as Command;
  const { client, id, params, body } = await payments.before();
  const key = randomUUID();
  const fault = (mode: 'down' | 'ok') =>
    harness.operations.call('PUT /operations/simulator/faults', { body: { port: 'pix', mode } });
  await fault('down');
  const down = await send(client, payments.key, params, body, key);
  await fault('ok');
  expect([202, 503]).toContain(down.status);
  const again = await send(client, payments.key, params, body, key);
  expect([201, 202]).toContain(again.status);
  expect(
    await rowsOf(sql`select count(*)::int as count from payment where subscription_id = ${id}
      and state in ('created', 'processing', 'pending')`),
  ).toBe(1);
});

describe('R1: the stored answer of a command', () => {
  const ways = [
    ['in one transaction', runOnce],
    ['in several steps', runOnceAcross],
  ] as const;
  const refusals: [ErrorCode, boolean][] = [
    ['NOT_FOUND', true],
    ['VALIDATION', true],
    ['STATE_CONFLICT', true],
    ['RATE_LIMITED', false],
    ['PROVIDER_UNAVAILABLE', false],
    ['INTERNAL', false],
  ];
  const command = (body: unknown = { a: 1 }) => ({
    tenantId,
    personId: 0,
    address: 'POST /x',
    key: randomUUID(),
    body,
    requestId: 'r',
  });
  const statusOf = (work: Promise<{ status: number }>) =>
    work.then(
      ({ status }) => status,
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );

  for (const [way, run] of ways)
    it.each(refusals)(`%s, executed ${way}, is stored: %s`, async (code, kept) => {
      const asked = command();
      await statusOf(run(harness.platform, asked, async () => fail(code)));
      const again = await statusOf(run(harness.platform, asked, async () => reply(201)));
      expect(again === 201).toBe(!kept);
    });

  it('resumes from the progress of a process that failed, and answers once', async () => {
    const asked = command();
    const { platform } = harness;
    const first = runOnceAcross(platform, asked, async (held) => {
      expect(held.progress).toBeNull();
      await platform.db.write(tenantId, (tx) => held.note(tx, { charge: 7 }));
      return fail('PROVIDER_UNAVAILABLE');
    });
    expect(await statusOf(first)).toBe('PROVIDER_UNAVAILABLE');
    const found: unknown[] = [];
    const goOn = () =>
      runOnceAcross(platform, asked, (held) => {
        found.push(held.progress);
        return platform.db.write(tenantId, (tx) => held.answer(tx, reply(201, { charge: 7 })));
      });
    expect(await goOn()).toMatchObject({ status: 201, body: { charge: 7 } });
    expect(await goOn()).toMatchObject({ status: 201, body: { charge: 7 } });
    expect(found).toEqual([{ charge: 7 }]);
  });

  it.each(['note', 'answer'] as const)(
    "is that of the process that took over the command: the first one's attempt to %s is rolled back",
    async (step) => {
      const asked = command();
      const { platform } = harness;
      const mine = runOnceAcross(platform, asked, async (held) => {
        await platform.db.write(tenantId, (tx) =>
          tx.one(sql`update idempotency_key set status = 202, answer = '{"by":"other"}'
            where tenant_id = ${tenantId} and key = ${asked.key} returning key`),
        );
        await platform.db.write(tenantId, async (tx) => {
          await tx.one(sql`update idempotency_key set lease_until = '2001-01-01'
            where tenant_id = ${tenantId} and key = ${asked.key} returning key`);
          await (step === 'note' ? held.note(tx, 1) : held.answer(tx, reply(201)));
        });
        return reply(201);
      });
      expect(await mine).toMatchObject({ status: 202, body: { by: 'other' } });
      const left = sql`select count(*)::int as count from idempotency_key
        where tenant_id = ${tenantId} and key = ${asked.key} and lease_until = '2001-01-01'`;
      expect(await rowsOf(left)).toBe(0);
    },
  );

  it.each(ways)('executed %s, lasts a day to the millisecond', async (_way, run) => {
    const asked = command();
    const now = harness.clock.now();
    const after = async (ms: number) => {
      harness.clock.set(new Date(now.getTime() + ms));
      const { status } = await run(harness.platform, asked, async () => reply(ms === 0 ? 201 : 200));
      harness.clock.set(now);
      return status;
    };
    const DAY = 24 * 3600_000;
    expect([await after(0), await after(DAY), await after(DAY + 1)]).toEqual([201, 201, 200]);
  });
});

it('answers are stored for a day and then deleted', async () => {
  const { client, id, params, body } = await (commands[0] as Command).before();
  const kept = () =>
    rowsOf(sql`select count(*)::int as count from idempotency_key where tenant_id = ${tenantId}`);
  await send(client, (commands[0] as Command).key, params, body, randomUUID());
  const before = await kept();
  await harness.platform.jobs.run('idempotency-clean-up');
  expect(await kept()).toBe(before);
  const now = harness.clock.now();
  // Two days, because some of the commands above ran a day later.
  harness.clock.set(new Date(now.getTime() + 2 * (24 * 3600_000 + 1)));
  await harness.platform.jobs.run('idempotency-clean-up');
  harness.clock.set(now);
  expect(await kept()).toBe(0);
  expect(await (commands[0] as Command).rows(id)).toBe(1);
});
