import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { from, idOf, signInCalls } from '../../testing/codes.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { PASSWORD } from '../../testing/people.ts';
import { linkTokenOf, signInWith } from '../../testing/social.ts';

let harness: Harness;
let entry: ReturnType<typeof signInCalls>;
const lines: string[] = [];
beforeAll(async () => {
  harness = await startHarness({ writeLog: (line) => lines.push(line) });
  entry = signInCalls(harness);
});
afterAll(() => harness?.stop());

type Line = { kind?: string; outcome?: string; subject?: string };
/** Outcomes and subjects of the sign-ins logged since `work` began. */
async function noticesOf(work: () => Promise<unknown>): Promise<[string, string][]> {
  const begun = lines.length;
  await work();
  return lines
    .slice(begun)
    .flatMap((text) => text.trim().split('\n'))
    .map((text) => JSON.parse(text) as Line)
    .filter(({ kind }) => kind === 'sign-in')
    .map(({ outcome = '', subject = '' }) => [outcome, subject.split(' ')[0] ?? '']);
}

describe('S27: the log records a sign-in with its method and account', () => {
  it('by a hand-off of the institution', async () => {
    const { client } = await entry.newcomer(7701);
    const { body } = await client.call('GET /candidate/users/check/');
    const issued = await harness.operations.call('POST /operations/handoffs', {
      body: { personId: body.payloadToken.personId },
    });
    const exchange = () =>
      harness.visitor().call('POST /platform/auth/handoff/exchange', { body: { code: issued.body.code } });
    expect(await noticesOf(exchange)).toEqual([['entered', 'account']]);
    expect(await noticesOf(exchange)).toEqual([['HANDOFF_EXPIRED', 'address']]);
  });

  it("by a provider's account", async () => {
    const person = await entry.newcomer(7702);
    const visitor = harness.visitor();
    const linkToken = await linkTokenOf(visitor, 'g7702');
    await visitor.call('POST /platform/auth/signin/tenants/{tenant}/social/{provider}/link', {
      params: { tenant: 'alfa', provider: 'google' },
      body: { linkToken, documentType: 'cpf', document: person.cpf, password: PASSWORD },
    });
    const enter = () => signInWith(harness.visitor(), 'google', 'g7702');
    expect(await noticesOf(enter)).toEqual([['entered-by-google', 'account']]);
    const unknown = () => signInWith(harness.visitor(), 'google', 'g7703');
    expect(await noticesOf(unknown)).toEqual([['unlinked-google', 'address']]);
  });

  it('by a password, and for refusals the network where no account is known', async () => {
    const person = await entry.newcomer(7704);
    const refused = (document: string) => () => entry.signIn(document, 'Errada#2026', from('10.77.4.1'));
    expect(await noticesOf(() => entry.signIn(person.cpf, PASSWORD))).toEqual([['entered', 'account']]);
    expect(await noticesOf(refused(person.cpf))).toEqual([['BAD_CREDENTIALS', 'account']]);
    expect(await noticesOf(refused('529.982.247-25'))).toEqual([[expect.any(String), 'address']]);
  });
});

describe('S8: a person whose data was erased meanwhile', () => {
  const erase = (cpf: string) =>
    harness.platform.db.tenant(1).one(sql`
      update person set anonymised_at = ${harness.clock.now()}::timestamptz
      where tenant_id = 1 and cpf = ${cpf} returning id`);

  it('is not recognised by an older token', async () => {
    const { client, cpf } = await entry.newcomer(7705);
    expect((await client.call('GET /candidate/users/check/')).status).toBe(200);
    await erase(cpf);
    const { status, body } = await client.call('GET /candidate/users/check/');
    expect([status, (body as { code?: string }).code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('cannot sign in with a code sent before', async () => {
    const person = await entry.newcomer(7706);
    const sent = idOf((await entry.ask(person.cpf, { channel: 'email' })).body);
    const code = await entry.codeFor(person.email);
    await erase(person.cpf);
    const { status, body } = await entry.verify(sent, code);
    expect([status, (body as { code?: string }).code]).toEqual([410, 'CODE_EXPIRED']);
  });
});
