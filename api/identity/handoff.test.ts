import type { Body } from '@orbita/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../cli/main.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness, T0 } from '../../testing/harness.ts';
import { apply, signUp } from '../../testing/journey.ts';
import { inventedPerson } from '../../testing/people.ts';

const EXCHANGE = 'POST /platform/auth/handoff/exchange';
const ISSUE = 'POST /operations/handoffs';

let harness: Harness;
let count = 900;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const newcomer = async () => {
  const client = harness.visitor();
  return { client, ...(await signUp(client, inventedPerson(count++))) };
};
const issue = (body: Body<typeof ISSUE>, headers = {}) => harness.operations.call(ISSUE, { body, headers });
const exchange = (code: string, host?: string) => harness.visitor(host).call(EXCHANGE, { body: { code } });

describe('a hand-off from a site of the institution', () => {
  it('signs in once, keeps the page and sets every cookie', async () => {
    const { personId, uuid } = await newcomer();
    const issued = await issue({ personId, redirectTo: '/orbita/candidate/course?tipo=2' });
    expect(issued.status).toBe(201);
    const { code, url, expiresAt } = issued.body;
    expect(expiresAt).toBe('2026-01-12T10:01:00-03:00');
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(new URL(url).pathname + new URL(url).search).toBe(`/orbita/candidate/auth?code=${code}`);
    expect(new URL(url).hostname).toBe('cua.alfa.orbita.test');

    const visitor = harness.visitor();
    const entered = await visitor.call(EXCHANGE, { body: { code } });
    expect(entered.status).toBe(200);
    expect(entered.body.redirectTo).toBe('/orbita/candidate/course?tipo=2');
    visitor.token = entered.body.accessToken;
    const check = await visitor.call('GET /candidate/users/check/');
    expect(check.body.payloadToken).toMatchObject({ uuid, personId });
    expect([...visitor.cookies.keys()]).toEqual(expect.arrayContaining(['accessToken', 'orbita-session']));

    const again = await exchange(code);
    expect([again.status, again.body.code, again.body.message]).toEqual([
      410,
      'HANDOFF_EXPIRED',
      'Não foi possível entrar. Fale com a instituição.',
    ]);
  });

  it('works for one of two simultaneous requests', async () => {
    const { personId } = await newcomer();
    const { code } = (await issue({ personId })).body;
    const answers = await Promise.all([exchange(code), exchange(code), exchange(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  });

  it('expires after a minute, and is invalid on other tenants', async () => {
    const { personId } = await newcomer();
    const late = (await issue({ personId })).body;
    harness.clock.set(new Date(new Date(T0).getTime() + 60_001));
    expect((await exchange(late.code)).status).toBe(410);
    harness.clock.set(new Date(T0));
    const foreign = (await issue({ personId })).body;
    expect((await exchange(foreign.code, 'beta.orbita.test')).status).toBe(410);
    expect((await exchange(foreign.code)).status).toBe(200);
    expect((await exchange('x')).status).toBe(410);
  });

  it('is issued only for people and pages of the tenant', async () => {
    const { personId } = await newcomer();
    for (const redirectTo of ['https://malicioso.test', '//malicioso.test', '/orbita/candidate/logout', '/x'])
      expect((await issue({ personId, redirectTo })).body.errors?.[0]?.field).toBe('redirectTo');
    const host = await issue({ personId, host: 'beta.orbita.test' });
    expect([host.status, host.body.errors?.[0]?.field]).toEqual([422, 'host']);
    expect((await issue({ personId: 999_999 })).status).toBe(404);
    const beta = await harness.operationsOf('beta').call(ISSUE, { body: { personId: 999_999 } });
    expect(beta.status).toBe(404);
  });

  it('is refused for a token of an institution the person did not apply to', async () => {
    const held = async (
      institutions: string[],
      scopes: ['subscriptions'] | ['essays'] = ['subscriptions'],
    ) => {
      const { body } = await harness.operations.call('POST /operations/tokens', {
        body: { name: 'site', tenant: 'alfa', scopes, institutions, expiresAt: '2027-01-12T10:00:00-03:00' },
      });
      return { authorization: `Bearer ${body.token}` };
    };
    const applied = await newcomer();
    await apply(applied.client);
    const { personId } = applied;
    expect((await issue({ personId }, await held(['CUA01']))).status).toBe(201);
    expect((await issue({ personId }, await held(['EPA01']))).status).toBe(404);
    expect((await issue({ personId }, await held(['CUA01'], ['essays']))).status).toBe(403);
    const stranger = await newcomer();
    expect((await issue({ personId: stranger.personId }, await held(['CUA01']))).status).toBe(404);
  });

  it('can also be issued from the command line', async () => {
    const { personId } = await newcomer();
    let out = '';
    const exit = await main(
      ['handoff', 'create', String(personId), '--json'],
      { ORBITA_URL: harness.url, ORBITA_TENANT: 'alfa', ORBITA_OPERATIONS_TOKEN: OPERATIONS_TOKEN },
      {
        out: (text) => {
          out += text;
        },
        err: () => undefined,
      },
    );
    expect(exit).toBe(0);
    expect((await exchange(JSON.parse(out).code)).status).toBe(200);
  });
});
