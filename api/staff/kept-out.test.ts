import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { consoleOf, staffCode, staffIn } from '../../testing/staff.ts';
import { until } from '../../testing/until.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
});
afterAll(() => harness?.stop());

const ONE = [{ role: 'secretaria' as const }];
const MINUTE = 60_000;
const later = (ms: number) => harness.clock.set(new Date(harness.clock.now().getTime() + ms));
const ask = async (client: Client, email: string) => {
  const { status, body, headers } = await client.call('POST /operations/staff/code/challenges', {
    body: { email },
  });
  const {
    challengeId = '',
    resendIn,
    code,
  } = body as { challengeId?: string; resendIn?: number; code?: string };
  return { status, challengeId, resendIn, code, after: headers.get('retry-after') };
};
const mailsTo = async (email: string) =>
  (await harness.operations.call('GET /operations/simulator/outbox', { query: { to: email } })).body.filter(
    ({ template }) => template === 'NE-02',
  ).length;
const enter = (client: Client, challengeId: string, code: string) =>
  client.call('POST /operations/staff/code/challenges/{challengeId}/verify', {
    params: { challengeId },
    body: { code },
  });
/** `times` codes requested by strangers, each from its own address and browser. */
const strangers = async (email: string, times: number) => {
  const answers = [];
  for (let n = 0; n < times; n++) answers.push(await ask(consoleOf(harness), email));
  return answers;
};
/** The member's code, requested in this browser, is sent at once and opens the console. */
const comesIn = async (client: Client, email: string) => {
  const before = await mailsTo(email);
  const { status, challengeId, resendIn } = await ask(client, email);
  expect([status, resendIn]).toEqual([202, 60]);
  await until(
    () => mailsTo(email),
    (now) => now > before,
  );
  expect((await enter(client, challengeId, await staffCode(harness, email))).status).toBe(200);
};

describe('S41 a stranger who requests codes in a member’s name', () => {
  it('does not block the member in a known browser, at any address', async () => {
    const { client, email } = await staffIn(harness, ONE);
    later(2 * MINUTE);
    await strangers(email, 64);
    await comesIn(client, email);
    // Not even from her own network, whose address has used up its requests.
    const before = await mailsTo(email);
    const neighbours = [];
    for (let n = 0; n < 25; n++) {
      const neighbour = consoleOf(harness);
      neighbour.headers['x-forwarded-for'] = client.headers['x-forwarded-for'] ?? '';
      neighbours.push((await ask(neighbour, n % 2 ? email : 'outra@equipe.test')).status);
    }
    expect(neighbours.slice(20)).toEqual(Array(5).fill(429));
    const hers = neighbours.filter((status, n) => n % 2 === 1 && status === 202).length;
    await until(
      () => mailsTo(email),
      (now) => now === before + hers,
    );
    later(2 * MINUTE);
    await comesIn(client, email);
    client.headers['x-forwarded-for'] = '203.0.113.90';
    later(2 * MINUTE);
    await comesIn(client, email);
  });

  it('does not block the member in a new browser on their network', async () => {
    const { client, email } = await staffIn(harness, ONE);
    await strangers(email, 64);
    const fresh = consoleOf(harness);
    fresh.headers['x-forwarded-for'] = client.headers['x-forwarded-for'] ?? '';
    await comesIn(fresh, email);
  });

  it('delays the member more and more where nothing identifies them, and they can still sign in', async () => {
    const { email } = await staffIn(harness, ONE);
    later(2 * MINUTE);
    const waits = (await strangers(email, 20)).map(({ status, resendIn }) => [status, resendIn]);
    const expected = Array.from({ length: 20 }, (_, n) => [202, 60 + Math.min(Math.max(0, n - 2) * 20, 300)]);
    expect(waits).toEqual(expected);
    const before = await mailsTo(email);
    // Doesn't wait here for what is delayed by some seconds.
    const real = globalThis.setTimeout;
    const spy = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation(((work: () => void, ms = 0, ...more: unknown[]) =>
        real(work, ms >= 20_000 && ms % 20_000 === 0 ? 0 : ms, ...(more as []))) as typeof setTimeout);
    const fresh = consoleOf(harness);
    const { status, challengeId } = await ask(fresh, email);
    expect(status).toBe(202);
    await until(
      () => mailsTo(email),
      (now) => now > before,
    );
    spy.mockRestore();
    const code = await staffCode(harness, email);
    expect((await enter(fresh, challengeId, code)).status).toBe(200);
  });

  it('gets the same answers for an unknown e-mail, and is limited to sixty an hour', async () => {
    const { email } = await staffIn(harness, ONE);
    later(61 * MINUTE);
    const of = async (to: string) =>
      (await strangers(to, 62)).map(({ status, resendIn, code, after }) => [status, resendIn, code, after]);
    const [member, nobody] = [await of(email), await of('ninguem@equipe.test')];
    expect(member).toEqual(nobody);
    expect(member.map(([status]) => status)).toEqual([...Array(60).fill(202), 429, 429]);
    later(61 * MINUTE);
    expect((await ask(consoleOf(harness), email)).resendIn).toBe(60);
  });

  it('is counted by address first', async () => {
    const { email } = await staffIn(harness, ONE);
    const stranger = consoleOf(harness);
    const answers = [];
    for (let n = 0; n < 22; n++) answers.push((await ask(stranger, `${n}${email}`)).status);
    expect(answers).toEqual([...Array(20).fill(202), 429, 429]);
    expect((await ask(stranger, email)).status).toBe(429);
    expect((await ask(consoleOf(harness), email)).status).toBe(202);
  });

  it("cannot use up the member's attempts with wrong codes, and has fewer of them", async () => {
    const { client, email } = await staffIn(harness, ONE);
    later(2 * MINUTE);
    const { challengeId } = await ask(client, email);
    await until(
      () => mailsTo(email),
      (now) => now > 1,
    );
    const code = await staffCode(harness, email);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const asked = await strangers(email, 7);
    const tries = [];
    for (const { challengeId: id } of [asked[0], asked[6]].filter((one) => one !== undefined)) {
      const codes = [];
      for (let n = 0; n < 6; n++) codes.push((await enter(consoleOf(harness), id, wrong)).body.code);
      tries.push(codes.filter((one) => one === 'CODE_INVALID').length);
    }
    expect(tries).toEqual([5, 2]);
    expect((await enter(client, challengeId, code)).status).toBe(200);
  });

  it('the member gets five an hour in one browser, and one a minute', async () => {
    const { client, email } = await staffIn(harness, ONE);
    const answers = [];
    for (let n = 0; n < 6; n++) {
      later(2 * MINUTE);
      answers.push((await ask(client, email)).status, (await ask(client, email)).status);
    }
    expect(answers).toEqual([...Array(5).fill([202, 429]).flat(), 429, 429]);
  });

  it("does not count as the member with another member's cookie, or an old one", async () => {
    const [one, two] = [await staffIn(harness, ONE), await staffIn(harness, ONE)];
    const tenantId = await tenantIdOf(harness, 'alfa');
    await strangers(one.email, 10);
    expect((await ask(two.client, one.email)).resendIn).toBeGreaterThan(60);
    await harness.platform.db.tenant(tenantId).many(sql`
      update staff_browser set seen_at = seen_at - interval '91 days' where tenant_id = ${tenantId} returning hash`);
    expect((await ask(one.client, one.email)).resendIn).toBeGreaterThan(60);
  });
});
