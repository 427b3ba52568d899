import { calls } from '@orbita/protocol';
import type { Call } from '@orbita/protocol/foundation';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { from, idOf, signInCalls } from '../../testing/codes.ts';
import { type Client, type Harness, type Response, startHarness } from '../../testing/harness.ts';
import { inventedPerson, PASSWORD, signUpFields } from '../../testing/people.ts';
import { linkTokenOf } from '../../testing/social.ts';

let harness: Harness;
let entry: ReturnType<typeof signInCalls>;
/** Documents of accounts, each created from its own address. */
const known: string[] = [];
let people = 60_000;
let addresses = 0;
let browser: Client;
let linkToken: string;
beforeAll(async () => {
  harness = await startHarness();
  entry = signInCalls(harness);
  for (let n = 0; n < 40; n++) {
    const person = inventedPerson(people++);
    await signUp(person.cpf, address(), signUpFields(person).email);
    known.push(person.cpf);
  }
  browser = harness.visitor();
  linkToken = await linkTokenOf(browser, 'ninguem');
});
afterAll(() => harness?.stop());

const params = { tenant: 'alfa' };
type At = Record<string, string>;
/** Returns a new network address each time. */
const address = (): At => from(`100.64.${addresses >> 8}.${addresses++ & 255}`);
const nobody = () => inventedPerson(people++).cpf;
const signUp = (document: string, headers: At, email = `a${people++}@exemplo.test`): Promise<Response> =>
  harness.visitor().call('POST /platform/auth/signup/tenants/{tenant}', {
    params,
    headers,
    body: {
      ...signUpFields(inventedPerson(people++)),
      document,
      email,
      marketingConsent: false,
      captchaToken: 'token',
    },
  });

/** Every way to ask, by the call that answers it; `surprise` is the kind of document its user doesn't expect. */
const WAYS: Record<
  string,
  { surprise: 'known' | 'unknown'; ask: (document: string, at: At) => Promise<Response> }
> = {
  'POST /platform/auth/signin/tenants/{tenant}': {
    surprise: 'unknown',
    ask: (document, at) => entry.signIn(document, 'Errada#2026', at),
  },
  'POST /platform/auth/signin/tenants/{tenant}/social/{provider}/link': {
    surprise: 'unknown',
    ask: (document, at) =>
      browser.call('POST /platform/auth/signin/tenants/{tenant}/social/{provider}/link', {
        params: { tenant: 'alfa', provider: 'google' },
        headers: at,
        body: { linkToken, documentType: 'cpf', document, password: 'Errada#2026' },
      }),
  },
  'POST /platform/auth/signup/tenants/{tenant}': {
    surprise: 'known',
    ask: (document, at) => signUp(document, at),
  },
  'POST /platform/auth/code/tenants/{tenant}/challenges': {
    surprise: 'unknown',
    ask: (document, at) => entry.ask(document, { channel: 'email' }, at),
  },
  'POST /platform/auth/password/tenants/{tenant}/reset-requests': {
    surprise: 'unknown',
    ask: (document, at) => entry.askReset(document, { channel: 'sms' }, at),
  },
};
/** The same two without a channel: they list the contacts of a known person. */
const LISTS: typeof WAYS = {
  'channels of a code': { surprise: 'unknown', ask: (document, at) => entry.ask(document, {}, at) },
  'channels of a reset': { surprise: 'unknown', ask: (document, at) => entry.askReset(document, {}, at) },
};
const ALL = { ...WAYS, ...LISTS };

/** The parts of a response that don't differ by nature between two requests. */
const seen = ({ status, body, headers }: Response) => ({
  status,
  body: JSON.stringify(body)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll('"a***@e***.test"', '"the e-mail of the form"'),
  headers: [...headers.keys()].sort(),
  cookies: headers.getSetCookie().map((line) => line.split('=')[0]),
});
const surprises = async (way: string, at: At, times: number): Promise<Response[]> => {
  const answers = [];
  for (let n = 0; n < times; n++)
    answers.push(await ALL[way]!.ask(ALL[way]!.surprise === 'known' ? (known[n] ?? '') : nobody(), at));
  return answers;
};
const TELLS = /"(USER_NOT_FOUND|ACCOUNT_EXISTS|ACCOUNT_LOCKED)"|\*/;
const forget = (kind: string) =>
  harness.platform.db
    .tenant(1)
    .many(sql`delete from door_event where tenant_id = 1 and kind = ${kind} returning id`);

const takesDocument = ({ auth, body }: Call): boolean => {
  const shape = (body as z.ZodObject | undefined)?.shape ?? {};
  return (
    (auth === 'public' || auth === 'guardian' || auth === 'payer') &&
    ['document', 'cpf', 'email', 'cellPhone', 'login'].some((name) => name in shape)
  );
};

describe('S33 what answers reveal about documents', () => {
  /** It reveals nothing about a document: without a valid link, the answer is the same for all. */
  const UNDO = 'POST /platform/auth/undo';
  it('concerns these calls and no others', () => {
    const asking = Object.entries(calls as Record<string, Call>)
      .filter(([key, call]) => takesDocument(call) && !key.includes(' /operations/staff/') && key !== UNDO)
      .map(([key]) => key);
    expect(asking.sort()).toEqual(Object.keys(WAYS).sort());
  });

  it.each(Object.keys(ALL))(
    'is nothing in any call after five unknown or taken documents in one: %s',
    async (spent) => {
      const at = address();
      const told = await surprises(spent, at, 5);
      for (const answer of told) expect(JSON.stringify(answer.body)).toMatch(TELLS);
      for (const [way, { ask }] of Object.entries(ALL)) {
        await forget('failed-sign-in');
        await harness.platform.db.tenant(1).many(sql`
        update code_challenge set created_at = created_at - interval '2 hours' where tenant_id = 1 returning id`);
        const of = [await ask(known[20] ?? '', at), await ask(nobody(), at), await ask(known[21] ?? '', at)];
        expect([way, ...of.map(seen)]).toEqual([way, seen(of[1]!), seen(of[1]!), seen(of[1]!)]);
        expect(seen(of[1]!).body).not.toMatch(/USER_NOT_FOUND|ACCOUNT_EXISTS|ACCOUNT_LOCKED/);
        expect(of[1]!.status).toBeLessThan(409);
      }
    },
  );

  it('is one budget: it is not larger for mixed calls or for simultaneous requests', async () => {
    const mixed = address();
    const ways = ['POST /platform/auth/signup/tenants/{tenant}', ...Object.keys(ALL)];
    let tells = 0;
    for (const [n, way] of [...ways, ...ways].entries()) {
      const { surprise, ask } = ALL[way]!;
      const answer = await ask(surprise === 'known' ? (known[n] ?? '') : nobody(), mixed);
      tells += TELLS.test(seen(answer).body) ? 1 : 0;
    }
    expect(tells).toBe(5);
    const atOnce = address();
    const answers = await Promise.all(known.slice(0, 30).map((document) => signUp(document, atOnce)));
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(25);
  });

  it('is limited for known documents too: a list of them cannot be confirmed one by one', async () => {
    const at = address();
    const answers = [];
    for (const document of known.slice(0, 25)) answers.push(await entry.ask(document, {}, at));
    const masked = answers.map(({ body }) => TELLS.test(JSON.stringify(body)));
    expect(masked).toEqual([...Array(20).fill(true), ...Array(5).fill(false)]);
    const after = [await entry.ask(known[30] ?? '', {}, at), await entry.ask(nobody(), {}, at)];
    expect(seen(after[0]!)).toEqual(seen(after[1]!));
  });

  it('locks nobody out: owners of an account learn it in their mailbox, others get one', async () => {
    const at = address();
    await surprises('POST /platform/auth/signin/tenants/{tenant}', at, 5);
    // People who already have an account learn so from the response to the code sent to their own mailbox, and from nothing
    // before it.
    const email = (n: number) => `a.caixa${n}@exemplo.test`;
    const [old, fresh] = [await signUp(known[35] ?? '', at, email(1)), await signUp(nobody(), at, email(2))];
    expect([old.status, fresh.status]).toEqual([202, 202]);
    const verified = [];
    for (const [n, answer] of [old, fresh].entries())
      verified.push(await entry.verify(idOf(answer.body), await entry.codeFor(email(n + 1))));
    expect(verified.map(({ status, body }) => body.code ?? status)).toEqual(['ACCOUNT_EXISTS', 200]);
    expect((await entry.signIn(known[35] ?? '', PASSWORD, at)).status).toBe(200);
  });
});
