import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness, T0 } from '../../testing/harness.ts';
import { inventedPerson, PASSWORD, signUpFields } from '../../testing/people.ts';
import { AppError } from '../platform/http/errors.ts';
import { findHost } from '../tenancy/hosts.ts';
import { type ChallengeOrder, createChallenge, verifyChallenge } from './challenge.ts';
import { confirmSignUp } from './sign-up.ts';

let harness: Harness;
let ctx: Parameters<typeof createChallenge>[0];
beforeAll(async () => {
  harness = await startHarness();
  const found = await findHost(harness.platform, 'cua.alfa.orbita.test');
  if (!found) throw new Error('The demo catalogue has no such host');
  ctx = { platform: harness.platform, ...found };
});
afterAll(() => harness.stop());

const sandbox = (method: string, path: string, body?: unknown) =>
  fetch(`${harness.sandbox.url}/control${path}`, {
    method,
    headers: { 'x-control-key': 'control', 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
type Message = { channel: string; template: string; subject?: string; text: string };
const messages = async (to: string) =>
  (await (await sandbox('GET', `/outbox?to=${encodeURIComponent(to)}`)).json()) as Message[];
const codeFor = async (to: string) => /\d{6}/.exec((await messages(to))[0]?.text ?? '')?.[0] ?? '';
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
const later = (ms: number) => harness.clock.set(new Date(new Date(T0).getTime() + ms));

let count = 0;
const order = (change: Partial<ChallengeOrder> = {}): ChallengeOrder => ({
  purpose: 'contact-change',
  channel: 'email',
  recipient: `codigo${++count}@exemplo.test`,
  template: 'N-02',
  greeted: 'Candidata',
  personId: 9000 + count,
  ...change,
});
const use = async (verified: Awaited<ReturnType<typeof verifyChallenge>>) =>
  harness.platform.db.write(ctx.tenant.id, (tx) => verified.use(tx));

describe('a one-time code', () => {
  it('is sent at once, works once and returns its payload', async () => {
    const asked = order({ payload: { kind: 'email' } });
    const sent = await createChallenge(ctx, asked);
    expect(sent).toMatchObject({ masked: 'c***@e***.test', expiresIn: 600, resendIn: 60 });
    const [message] = await messages(asked.recipient);
    expect(message).toMatchObject({ channel: 'email', template: 'N-02', subject: 'Seu código de acesso' });
    const code = await codeFor(asked.recipient);
    const expected = { purpose: 'contact-change', personId: asked.personId } as const;
    const verified = await verifyChallenge(
      ctx,
      sent.challengeId,
      `${code.slice(0, 3)} ${code.slice(3)}`,
      expected,
    );
    expect(verified).toMatchObject({
      channel: 'email',
      recipient: asked.recipient,
      payload: { kind: 'email' },
    });
    await use(verified);
    expect(await codeOf(use(verified))).toBe('CODE_EXPIRED');
    expect(await codeOf(verifyChallenge(ctx, sent.challengeId, code, expected))).toBe('CODE_EXPIRED');
  });

  it('can also be sent by SMS', async () => {
    const sent = await createChallenge(
      ctx,
      order({
        channel: 'sms',
        recipient: '31900000001',
        template: 'N-29',
        data: { nome_candidato: 'Candidata', curso: 'Administração' },
      }),
    );
    expect(sent.masked).toBe('(31) *****-0001');
    expect((await messages('31900000001'))[0]?.text).toMatch(
      /^\d{6} confirma o aceite do contrato de Candidata em Administracao/,
    );
  });

  it('allows five tries', async () => {
    const asked = order();
    const { challengeId } = await createChallenge(ctx, asked);
    const code = await codeFor(asked.recipient);
    const verify = (typed: string) =>
      codeOf(
        verifyChallenge(ctx, challengeId, typed, { purpose: 'contact-change', personId: asked.personId }),
      );
    for (let n = 0; n < 5; n++) expect(await verify(otherThan(code))).toBe('CODE_INVALID');
    expect(await verify(code)).toBe('CODE_EXPIRED');
  });

  it('is valid for one purpose, one person and one tenant', async () => {
    const asked = order();
    const { challengeId } = await createChallenge(ctx, asked);
    const code = await codeFor(asked.recipient);
    const beta = await findHost(harness.platform, 'beta.orbita.test');
    if (!beta) throw new Error('The demo catalogue has no such host');
    const mine = { purpose: 'contact-change', personId: asked.personId } as const;
    expect(await codeOf(verifyChallenge(ctx, challengeId, code, { ...mine, purpose: 'sign-in' }))).toBe(
      'NOT_FOUND',
    );
    expect(await codeOf(verifyChallenge(ctx, challengeId, code, { ...mine, personId: 1 }))).toBe('NOT_FOUND');
    expect(await codeOf(verifyChallenge(ctx, challengeId, code, { ...mine, subscriptionId: 5001 }))).toBe(
      'NOT_FOUND',
    );
    expect(
      await codeOf(
        verifyChallenge({ platform: harness.platform, tenant: beta.tenant }, challengeId, code, mine),
      ),
    ).toBe('NOT_FOUND');
    expect(await codeOf(verifyChallenge(ctx, 'x', code, mine))).toBe('NOT_FOUND');
    later(10 * 60_000);
    expect(await codeOf(verifyChallenge(ctx, challengeId, code, mine))).toBe('CODE_EXPIRED');
    later(0);
  });

  it('can be sent again after a minute and five times an hour', async () => {
    const asked = order();
    for (let n = 0; n < 5; n++) {
      later(n * 60_000);
      expect(await codeOf(createChallenge(ctx, asked))).toBe('done');
      expect(await codeOf(createChallenge(ctx, asked))).toBe('RATE_LIMITED');
    }
    later(5 * 60_000);
    expect(await codeOf(createChallenge(ctx, asked))).toBe('RATE_LIMITED');
    expect(await codeOf(createChallenge(ctx, { ...asked, recipient: 'outra@exemplo.test' }))).toBe(
      'RATE_LIMITED',
    );
    later(61 * 60_000);
    expect(await codeOf(createChallenge(ctx, asked))).toBe('done');
    later(0);
  });

  it('does not count when it could not be sent', async () => {
    const asked = order({ recipient: 'falha@exemplo.test' });
    expect(await codeOf(createChallenge(ctx, asked))).toBe('SEND_FAILED');
    expect(await codeOf(createChallenge(ctx, asked))).toBe('SEND_FAILED');
  });
});

describe('a sign-up without captcha', () => {
  it('waits for the code sent to its e-mail, which then counts as confirmed', async () => {
    const person = inventedPerson(700);
    const client = harness.visitor();
    const body = {
      ...signUpFields(person),
    };
    const call = 'POST /platform/auth/signup/tenants/{tenant}';
    const asked = await client.call(call, { params: { tenant: 'alfa' }, body });
    expect([asked.status, asked.body]).toEqual([
      202,
      { challengeId: expect.any(String), masked: 'i***@e***.test' },
    ]);
    expect(asked.headers.getSetCookie()).toEqual([]);
    const again = await client.call(call, { params: { tenant: 'alfa' }, body });
    expect([again.status, again.body.code]).toEqual([429, 'RATE_LIMITED']);
    const nobody = await client.call('POST /platform/auth/signin/tenants/{tenant}', {
      params: { tenant: 'alfa' },
      body: { documentType: 'cpf', document: person.cpf, password: PASSWORD, captchaToken: 'token' },
    });
    expect(nobody.status).toBe(404);

    const { challengeId } = asked.body as { challengeId: string };
    const request = { protocol: 'http', cookies: {}, headers: {}, ip: '203.0.113.1' } as FastifyRequest;
    const code = await codeFor(person.email);
    const confirm = (typed: string) =>
      confirmSignUp({ ...ctx, request, requestId: 'test', ip: '203.0.113.1' }, challengeId, typed);
    expect(await codeOf(confirm(otherThan(code)))).toBe('CODE_INVALID');
    const { status, cookies } = await confirm(code);
    expect([status, cookies?.length]).toEqual([201, 6]);
    expect(await codeOf(confirm(code))).toBe('CODE_EXPIRED');
    const row = await harness.platform.db.tenant(1).one(sql`
      select p.email_confirmed_at is not null as confirmed, c.payload
      from person p, code_challenge c where p.tenant_id = 1 and p.cpf = ${person.cpf}
        and c.tenant_id = 1 and c.id = ${challengeId}::uuid`);
    expect(row).toEqual({ confirmed: true, payload: {} });
  });
});
