import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { control, type Enrolling } from '../../../testing/enrolling.ts';
import { type Harness, startHarness, T0 } from '../../../testing/harness.ts';
import { type Recurring, recurring } from '../../../testing/recurring.ts';
import { until } from '../../../testing/until.ts';
import { endRecurrences } from './end.ts';
import { lookUpCycle } from './scheduler.ts';

/** The later instalments by automatic Pix: one charge per month, its attempts and its end. */

let harness: Harness;
let use: Recurring;
beforeAll(async () => {
  harness = await startHarness();
  use = recurring(harness);
});
afterEach(async () => {
  await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
  await use.at(T0);
});
afterAll(() => harness?.stop());

const first = async (who: Enrolling) => (await use.cycles(who))[0];
const stateOf = async (who: Enrolling) => (await first(who))?.state;
const becomes = (who: Enrolling, state: string) =>
  until(
    () => stateOf(who),
    (now) => now === state,
  );
const charges = async (who: Enrolling) => {
  const all = (await (await control(harness, 'GET', '/cobrs')).json()) as { txid: string; dueDay: string }[];
  const mine = (await use.cycles(who)).map(({ txid }) => txid);
  return all.filter(({ txid }) => mine.includes(txid));
};
/** A candidate whose February was requested. */
async function february() {
  const one = await use.decided();
  await use.at('2026-01-28T10:00:00-03:00');
  await use.run(one.who);
  const cycle = await first(one.who);
  return { ...one, txid: cycle?.txid ?? '' };
}

describe('a month', () => {
  it('is requested once, from ten days before', async () => {
    const { who } = await use.decided();
    await use.at('2026-01-25T23:00:00-03:00');
    await use.run(who);
    expect(await stateOf(who)).toBe('planned');
    await use.at('2026-01-26T00:30:00-03:00');
    for (let n = 0; n < 3; n += 1) await use.run(who);
    await becomes(who, 'scheduled');
    expect(await charges(who)).toMatchObject([{ dueDay: '2026-02-05' }]);
    expect(await first(who)).toMatchObject({
      asked_day: '2026-02-05',
      txid: expect.stringMatching(/^\w{32}$/),
    });
  });

  it('is requested once by two processes at the same moment', async () => {
    const { who } = await use.decided();
    await use.at('2026-01-28T10:00:00-03:00');
    await Promise.all([use.run(who), use.run(who), use.run(who)]);
    expect(await charges(who)).toHaveLength(1);
  });

  it('waits for an authorisation that was not given', async () => {
    const { who } = await use.asked();
    await use.at('2026-01-12T10:30:00-03:00');
    await harness.platform.db.tenant(who.tenantId).many(sql`
      update recurrence_cycle set due_day = '2026-01-20' where tenant_id = ${who.tenantId} and number = 2
        and recurrence_id = (select max(id) from recurrence) returning number`);
    await use.run(who);
    expect(await stateOf(who)).toBe('planned');
  });

  it('whose authorisation came late is charged as soon as a bank can', async () => {
    const { who } = await use.decided();
    await use.at('2026-02-06T10:00:00-03:00');
    await use.run(who);
    expect(await charges(who)).toMatchObject([{ dueDay: '2026-02-08' }]);
    expect(await first(who)).toMatchObject({ due_day: '2026-02-05', asked_day: '2026-02-08' });
  });

  it('that could not be requested in time fails, and the next one continues', async () => {
    const { who } = await use.decided();
    await use.at('2026-02-24T10:00:00-03:00');
    const statesAfterRun = async () => {
      await use.run(who);
      return (await use.cycles(who)).map(({ state }) => state);
    };
    // If the bank answers too late, the next run looks it up.
    const states = await until(statesAfterRun, (all) => !all.includes('asked'));
    expect(states).toEqual(['failed', 'scheduled', 'planned']);
    expect(await use.events(who)).toEqual(['recurrence.updated', 'recurrence.failed']);
  });

  it('is paid, and the page is notified', async () => {
    const { who, txid } = await february();
    await use.play(`/cobrs/${txid}`, 'paid');
    await becomes(who, 'paid');
    expect(await first(who)).toMatchObject({ received_cents: 36_000, attention: [] });
    expect(await use.events(who)).toEqual(['recurrence.updated', 'recurrence.charged']);
    for (let n = 0; n < 2; n += 1) await use.run(who);
    expect(await use.events(who)).toHaveLength(2);
  });
});

describe('a month that fails', () => {
  it('is retried on days 1, 3 and 7, then fails permanently', async () => {
    const { who, txid } = await february();
    await use.at('2026-02-05T21:30:00-03:00');
    for (const days of [
      ['2026-02-06'],
      ['2026-02-06', '2026-02-08'],
      ['2026-02-06', '2026-02-08', '2026-02-12'],
    ]) {
      await use.play(`/cobrs/${txid}`, 'failed');
      await until(
        () => first(who),
        (cycle) => cycle?.retry_days.length === days.length,
      );
      expect((await first(who))?.retry_days).toEqual(days);
      await use.at(`${days.at(-1)}T21:30:00-03:00`);
    }
    expect(await stateOf(who)).toBe('scheduled');
    await use.play(`/cobrs/${txid}`, 'failed');
    await becomes(who, 'failed');
    expect(await use.events(who)).toEqual(['recurrence.updated', 'recurrence.failed']);
    expect(await use.stored(who)).toMatchObject({ state: 'approved' });
  });

  it('may still be paid by an extra attempt', async () => {
    const { who, txid } = await february();
    await use.at('2026-02-05T21:30:00-03:00');
    await use.play(`/cobrs/${txid}`, 'failed');
    await until(
      () => first(who),
      (cycle) => cycle?.retry_days.length === 1,
    );
    await use.play(`/cobrs/${txid}`, 'paid');
    await becomes(who, 'paid');
  });

  it('fails at once when the bank refuses permanently, with its code', async () => {
    const { who, txid } = await february();
    await use.play(`/cobrs/${txid}`, 'failed', { code: 'AC05' });
    await becomes(who, 'failed');
    expect(await first(who)).toMatchObject({ end_code: 'AC05', ended_by: 'payer-bank', retry_days: [] });
  });

  it('is shown to the institution when the payer cancelled it', async () => {
    const { who, txid } = await february();
    await use.play(`/cobrs/${txid}`, 'cancelled');
    await becomes(who, 'cancelled');
    expect(await first(who)).toMatchObject({ ended_by: 'payer' });
    expect(await use.events(who)).toEqual(['recurrence.updated', 'recurrence.failed']);
  });
});

/** After failures, the circuit breaker blocks the bank for half a minute; this skips that time. */
async function afterRest(work: () => Promise<unknown>): Promise<void> {
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000);
  try {
    await work();
  } finally {
    later.mockRestore();
  }
}

describe('a bank that does not answer', () => {
  it('is called again with the same number', async () => {
    const { who } = await use.decided();
    await use.at('2026-01-28T10:00:00-03:00');
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'down' });
    await use.run(who);
    const before = await first(who);
    expect(before).toMatchObject({ state: 'asked', asked_day: '2026-02-05' });
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    await afterRest(() =>
      until(
        async () => {
          await use.run(who);
          return first(who);
        },
        (cycle) => cycle?.state === 'scheduled',
      ),
    );
    expect(await charges(who)).toMatchObject([{ txid: before?.txid, dueDay: '2026-02-05' }]);
  });

  it('until it is too late for the day is asked for a later one', async () => {
    const { who } = await use.decided();
    await use.at('2026-02-03T10:00:00-03:00');
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'down' });
    await use.run(who);
    expect(await first(who)).toMatchObject({ state: 'asked', asked_day: '2026-02-05' });
    await control(harness, 'PUT', '/faults', { port: 'pix', mode: 'ok' });
    await use.at('2026-02-05T10:00:00-03:00');
    await afterRest(() =>
      until(
        async () => {
          await use.run(who);
          return first(who);
        },
        (cycle) => cycle?.state === 'scheduled',
      ),
    );
    expect(await charges(who)).toMatchObject([{ dueDay: '2026-02-07' }]);
  });
});

describe('an authorisation that ends', () => {
  it('cancels the open month at the bank', async () => {
    const { who } = await february();
    await harness.platform.db.write(who.tenantId, (tx) => endRecurrences(tx, harness.platform, who.id));
    expect(await first(who)).toMatchObject({ state: 'cancelled', cancel_at_provider: true });
    await use.run(who);
    await use.run(who);
    expect(await charges(who)).toMatchObject([{ status: 'CANCELADA' }]);
    expect(await first(who)).toMatchObject({ cancel_at_provider: false });
    expect(await use.events(who)).not.toContain('recurrence.failed');
  });

  it('does not lose a payment made meanwhile', async () => {
    const { who, txid, id } = await february();
    await control(harness, 'PUT', '/clock', { now: '2026-02-05T08:00:00-03:00' });
    await harness.platform.db.write(who.tenantId, (tx) => endRecurrences(tx, harness.platform, who.id));
    await use.play(`/cobrs/${txid}`, 'paid');
    await lookUpCycle(harness.platform, who.tenantId, { recurrence_id: id, number: 2 });
    expect(await first(who)).toMatchObject({
      ...{ state: 'paid', received_cents: 36_000, attention: ['payment-of-ended-cycle'] },
      cancel_at_provider: false,
    });
  });
});
