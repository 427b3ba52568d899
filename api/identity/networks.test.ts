import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { inventedPerson, PASSWORD, signUpFields } from '../../testing/people.ts';

/** Limits for an attacker with a whole network of addresses: a /64 is one connection, a /48 one customer of a provider. */
const SIGN_UPS = 6;
let harness: Harness;
let count = 40_000;
beforeAll(async () => {
  harness = await startHarness({ signUpsPerHour: SIGN_UPS });
});
afterAll(() => harness?.stop());
beforeEach(async () => {
  for (const tenantId of await harness.platform.db.tenantIds())
    await harness.platform.db.tenant(1).many(sql`
      delete from door_event where tenant_id = ${tenantId} returning id`);
});

const ALFA = { tenant: 'alfa' };
const from = (address: string) => ({ 'x-forwarded-for': address });
/** The n-th address of one /64, and one address in the n-th /64 of one /48. */
const inLine = (n: number) => from(`2804:14c:7:1::${(n + 1).toString(16)}`);
const inCustomer = (n: number) => from(`2804:14c:8:${(n + 1).toString(16)}::1`);

const signIn = (document: string, headers: Record<string, string>, password = 'Errada#2026') =>
  harness.visitor().call('POST /platform/auth/signin/tenants/{tenant}', {
    params: ALFA,
    headers,
    body: { documentType: 'cpf', document, password, captchaToken: 'token' },
  });
const ask = (document: string, headers: Record<string, string>, captchaToken?: string) =>
  harness.visitor().call('POST /platform/auth/code/tenants/{tenant}/challenges', {
    params: ALFA,
    headers,
    body: { documentType: 'cpf', document, channel: 'email', ...(captchaToken ? { captchaToken } : {}) },
  });
const signUp = (headers: Record<string, string>, change: object = {}, host?: string, tenant = 'alfa') =>
  harness.visitor(host).call('POST /platform/auth/signup/tenants/{tenant}', {
    params: { tenant },
    headers,
    body: {
      ...signUpFields(inventedPerson(count++)),
      marketingConsent: false,
      captchaToken: 'token',
      ...change,
    },
  });
const codesOf = (answers: { status: number; body: { code?: string | undefined } }[]) =>
  answers.map(({ status, body }) => body.code ?? String(status));
/** Runs the calls sequentially, so that they are counted in order. */
async function each<T>(n: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let i = 0; i < n; i++) all.push(await work(i));
  return all;
}
const howMany = (all: string[], one: string) => all.filter((other) => other === one).length;

describe('S2: sign-in limits count networks, on every node', () => {
  it('five unknown documents are revealed per /64, and fifty per /48', async () => {
    const codes = codesOf(await each(12, (n) => signIn(inventedPerson(count++).cpf, inLine(n))));
    expect(codes).toEqual([...Array(5).fill('USER_NOT_FOUND'), ...Array(7).fill('BAD_CREDENTIALS')]);
    // Forty-five more from the wide network, inserted as copies of the first ones.
    const some = await each(5, (n) => signIn(inventedPerson(count++).cpf, inCustomer(n)));
    expect(howMany(codesOf(some), 'USER_NOT_FOUND')).toBe(5);
    await harness.platform.db.tenant(1).many(sql`
      insert into door_event (tenant_id, kind, address, network, document, at)
      select tenant_id, kind, 'line ' || n || address, network, 'document ' || n || document, at
      from door_event, generate_series(1, 9) n
      where tenant_id = 1 and kind = 'unknown-document' and address in (
        select address from door_event where tenant_id = 1 group by address having count(*) < 5)
      returning id`);
    expect(codesOf([await signIn(inventedPerson(count++).cpf, inCustomer(99))])).toEqual(['BAD_CREDENTIALS']);
    expect(codesOf([await signIn(inventedPerson(count++).cpf, from('2804:14c:9:1::1'))])).toEqual([
      'USER_NOT_FOUND',
    ]);
  });

  it('twenty failed sign-ins per minute are allowed per /64; an IPv4 address mapped to IPv6 counts by itself', async () => {
    const known = inventedPerson(count);
    await signUp(from('198.51.100.1'));
    const tries = async (address: (n: number) => Record<string, string>) =>
      codesOf(await each(22, (n) => signIn(inventedPerson(count + 500 + n).cpf, address(n))));
    for (const address of [inLine, (n: number) => from(n % 2 ? '203.0.113.9' : '::ffff:203.0.113.9')]) {
      const answers = await tries(address);
      expect(answers.slice(0, 20)).not.toContain('RATE_LIMITED');
      expect(answers.slice(20)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
    }
    expect((await signIn(known.cpf, from('203.0.113.10'), PASSWORD)).status).toBe(200);
  });

  it('ten codes without a captcha are sent per /64 and hour, also for different documents', async () => {
    const answers = codesOf(
      await each(12, async (n) => {
        const person = inventedPerson(count);
        await signUp(from(`198.51.100.${20 + n}`));
        return ask(person.cpf, inLine(n));
      }),
    );
    expect(howMany(answers, '202')).toBe(10);
    expect(answers.slice(10)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
  });
});

describe('S2: accounts created from one network', () => {
  const at = (n: number, host?: string, tenant?: string) => signUp(inLine(n), {}, host, tenant);

  it('need only a captcha up to the limit, then also a code by e-mail', async () => {
    const answers = codesOf(await each(SIGN_UPS + 3, (n) => at(n)));
    expect(answers).toEqual([...Array(SIGN_UPS).fill('201'), '202', '202', '202']);
    // Nobody is locked out: the code that was sent creates the account.
    const person = inventedPerson(count);
    const asked = await at(99);
    const { challengeId } = asked.body as unknown as { challengeId: string };
    const { body: mails } = await harness.operations.call('GET /operations/simulator/outbox', {
      query: { to: signUpFields(person).email },
    });
    const code = /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    const confirmed = await harness
      .visitor()
      .call('POST /platform/auth/code/challenges/{challengeId}/verify', {
        params: { challengeId },
        body: { code },
      });
    expect([confirmed.status, typeof confirmed.body.accessToken]).toEqual([200, 'string']);
  });

  it('are counted individually when created at once', async () => {
    const answers = codesOf(await Promise.all(Array.from({ length: SIGN_UPS * 3 }, (_, n) => at(n))));
    expect(howMany(answers, '201')).toBe(SIGN_UPS);
    expect(howMany(answers, '202')).toBe(SIGN_UPS * 2);
  });

  it('S33 need a code after five documents that are taken, so that lists of documents cannot be tested', async () => {
    const first = count;
    await each(7, (n) => signUp(from(`198.51.100.${77 + n}`)));
    const known = await each(7, (n) => signUp(inLine(n), { document: inventedPerson(first + n).cpf }));
    expect(codesOf(known)).toEqual([...Array(5).fill('ACCOUNT_EXISTS'), '202', '202']);
    expect(codesOf([await at(1)])).toEqual(['202']);
    expect(codesOf([await signUp(from('198.51.100.99'))])).toEqual(['201']);
  });

  it('are not counted for another network, another tenant, or after an hour', async () => {
    await each(SIGN_UPS + 1, (n) => at(n));
    expect(codesOf([await at(1)])).toEqual(['202']);
    expect(codesOf([await signUp(from('2804:14c:7:2::1'))])).toEqual(['201']);
    expect(codesOf([await at(1, 'beta.orbita.test', 'beta')])).toEqual(['201']);
    await harness.platform.db.tenant(1).many(sql`
      update door_event set at = at - interval '61 minutes' where tenant_id = 1 and kind = 'sign-up' returning id`);
    expect(codesOf([await at(1)])).toEqual(['201']);
  });

  it('are counted together for a whole /48, with ten times the limit', async () => {
    await each(SIGN_UPS * 2, (n) => signUp(inCustomer(n)));
    const { made } = (await harness.platform.db.tenant(1).one<{ made: number }>(sql`
      select count(*)::int as made from door_event where tenant_id = 1 and kind = 'sign-up'`)) ?? { made: 0 };
    expect(made).toBe(SIGN_UPS * 2);
    await harness.platform.db.tenant(1).many(sql`
      insert into door_event (tenant_id, kind, address, network, document, at)
      select tenant_id, kind, 'line ' || n || address, network, document, at from door_event, generate_series(1, 4) n
      where tenant_id = 1 and kind = 'sign-up' returning id`);
    expect(codesOf([await signUp(inCustomer(500))])).toEqual(['202']);
  });
});

describe('T7: a flood at one tenant leaves the limits of the others untouched', () => {
  it('for error reports from browsers', async () => {
    const report = (host: string, n: number) =>
      harness.visitor(host).call('POST /candidate/telemetry/client-errors', {
        headers: inLine(n),
        body: { message: 'x', route: '/orbita/candidate/', build: '1' },
      });
    const answers = codesOf(await each(32, (n) => report('cua.alfa.orbita.test', n)));
    expect(answers).toEqual([...Array(30).fill('204'), 'RATE_LIMITED', 'RATE_LIMITED']);
    expect((await report('beta.orbita.test', 1)).status).toBe(204);
  });

  it('for webhooks with a wrong secret', async () => {
    const notice = (tenant: string, n: number) =>
      harness.visitor().call('POST /operations/webhooks/payments/{provider}/{tenant}/{secret}', {
        params: { provider: 'pix', tenant, secret: 'guessed' },
        headers: inLine(n),
        body: {} as never,
      });
    const answers = codesOf(await each(62, (n) => notice('alfa', n)));
    expect(answers.slice(59)).toEqual(['UNAUTHENTICATED', 'RATE_LIMITED', 'RATE_LIMITED']);
    expect(codesOf([await notice('beta', 1), await notice('nobody', 1)])).toEqual([
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
    ]);
  });
});
