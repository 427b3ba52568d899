import { carries, needsStrength, ROLES, type Role, roles } from '@orbita/domain/staff';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import { openersOf } from '@orbita/protocol/foundation';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onFirstEngine } from '../../testing/engine-part.ts';
import { fingerprint, touched } from '../../testing/fingerprint.ts';
import { type FullPerson, fullPerson, tenantIdOf } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { exampleOf, expectRefusal, make } from '../../testing/misuse.ts';
import { operationsCalls, UNKNOWN_ID } from '../../testing/operations-calls.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';
import { consoleOf, staffByCode, staffIn } from '../../testing/staff.ts';

/** Requests that people of the team may send from their console (spec 25.23). */
const keys = (Object.keys(calls) as CallKey[]).filter((key) => callOf(key).auth === 'service');
/** What somebody leaves by making a call: the audit, and when she was last there. */
const TRACE = ['audit_log', 'audit_sum', 'staff', 'staff_session'];

/** Codes are those of the own tenant, whoever else has the same. */
const BY_CODE: readonly CallKey[] = [
  'GET /operations/queues/{queue}/assignees',
  'PUT /operations/classes/{code}/capacity',
  'GET /operations/queues/{queue}',
  'POST /operations/queues/{queue}/next',
  'GET /operations/reports/{report}',
];
/** Answers nothing where nothing waits. */
const NEXT: CallKey = 'POST /operations/queues/{queue}/next';
/** Answers for each of several documents by itself. */
const EACH: CallKey = 'POST /operations/documents/reviews';
const COUNTED: CallKey = 'GET /operations/queues';
/** Sums of what the caller may see, without a list. */
const FIGURES: CallKey = 'GET /operations/reports/{report}';
/** Says what would change: nothing of what the caller may not see. */
const PLANNED: CallKey = 'POST /operations/catalogue/edits/plan';
/** What a form names that the caller may not see is unknown at its field. */
const BY_FORM: CallKey = 'POST /operations/catalogue/edits';
/** Says what there is of each step: no application of another institution is one. */
const FIRST_DAY: CallKey = 'GET /operations/catalogue/first-day';
/** What every tenant reads alike, of which no row belongs to an institution. */
const OF_THE_PRODUCT: readonly CallKey[] = [
  'GET /operations/roles',
  'GET /operations/message-templates',
  'GET /operations/catalogue/cities',
];
/** People with a role in all institutions have one in each of them; the team has its own test. */
const OF_WHO_IS_EVERYWHERE: readonly CallKey[] = [
  'GET /operations/staff',
  'GET /operations/queues/{queue}/assignees',
];

let harness: Harness;
let alfa: FullPerson;
let beta: FullPerson;
/** A person for each role in the whole tenant, one with all of them, and one with all in an institution without records. */
const everywhere = new Map<Role, Client>();
/** The same after a code to a mailbox alone. */
const weak = new Map<Role, Client>();
let elsewhere: Client;
let all: Client;
/** Sessions of somebody with every role that are over, by what ended them. */
const over = new Map<string, Client>();
const ENDS = {
  'ten hours': sql`ends_at = started_at`,
  'no input': sql`last_input_at = started_at - interval '2 hours'`,
  'signed out': sql`revoked_at = started_at`,
};

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  alfa = await fullPerson(harness, CANDIDATE_01);
  beta = await fullPerson(harness, inventedPerson(1), 'beta');
  for (const role of ROLES) {
    everywhere.set(role, (await staffIn(harness, [{ role }])).client);
    weak.set(role, (await staffByCode(harness, [{ role }])).client);
  }
  all = (
    await staffIn(
      harness,
      ROLES.map((role) => ({ role })),
    )
  ).client;
  const tenantId = await tenantIdOf(harness, 'alfa');
  for (const [why, ended] of Object.entries(ENDS)) {
    const { client, staffId } = await staffIn(
      harness,
      ROLES.map((role) => ({ role })),
    );
    await harness.platform.db.tenant(tenantId).one(sql`
      update staff_session set ${ended} where tenant_id = ${tenantId} and staff_id = ${staffId} returning id`);
    over.set(why, client);
  }
  const inEpa = ROLES.map((role) => ({ role, institutions: ['EPA01'] }));
  elsewhere = (await staffIn(harness, inEpa)).client;
});
afterAll(() => harness?.stop());

/** Reaches no record and changes nothing, whoever sends it. */
const harmless = (key: CallKey) => ({
  params: Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, UNKNOWN_ID])),
  ...(callOf(key).body ? { body: {} } : {}),
});
const outcomeOf = async (client: Client, key: CallKey) => {
  const { status, body } = await make(client, key, harmless(key));
  const { code = '' } = (body ?? {}) as { code?: string };
  return [401, 403].includes(status) ? code : 'let in';
};
/** What the role says by itself, without the code that judges calls. */
const expected = (held: readonly Role[], key: CallKey, strong = true): string => {
  const { alsoScope, confirm } = callOf(key);
  const has = (scope: (typeof openers)[number]) => held.some((role) => carries(roles[role].carries, scope));
  const openers = openersOf(callOf(key));
  if (!openers.some(has) || (alsoScope && !has(alsoScope))) return 'FORBIDDEN';
  const needed =
    confirm === 'strong' ||
    needsStrength(
      held.map((role) => ({ role })),
      openers,
      alsoScope,
    );
  return needed && !strong ? 'STRONGER_SIGN_IN' : 'let in';
};

describe.each(keys)('%s', (key) => {
  it(
    'S39: is open to roles with its scope, with strong sign-in, and to no other',
    onFirstEngine,
    async () => {
      for (const [role, client] of everywhere)
        expect([role, await outcomeOf(client, key)]).toEqual([role, expected([role], key)]);
      for (const [role, client] of sample(weak, 4, keys.indexOf(key)))
        expect([role, await outcomeOf(client, key)]).toEqual([role, expected([role], key, false)]);
      expect(await outcomeOf(all, key)).toBe(expected(ROLES, key));
    },
  );

  const example = operationsCalls[key];
  const sentFor = (of: FullPerson) => {
    if (!example) throw new Error(`${key} has no example in testing/operations-calls.ts`);
    return exampleOf(example, of);
  };
  const refusedWithoutEffect = async (client: Client, of: FullPerson, statuses: number[]) => {
    const before = await fingerprint(harness.platform);
    const answer = await make(client, key, sentFor(of));
    const changed = touched(before, await fingerprint(harness.platform));
    expect(changed.filter((table) => !TRACE.includes(table))).toEqual([]);
    if (key === EACH) expect(answer.body).toMatchObject([{ code: 'NOT_FOUND' }]);
    else if (key === NEXT) expect(answer.status).toBe(204);
    else if (key === FIGURES) expect(answer.body).toMatchObject({ created: 0, rows: [] });
    else if (key === PLANNED) expect(answer.body).toMatchObject({ changes: [] });
    else if (key === FIRST_DAY)
      expect((answer.body as { steps: object[] }).steps).toContainEqual({ step: 'trial', done: false });
    else if (OF_THE_PRODUCT.includes(key))
      expect(answer.body).toEqual((await make(all, key, sentFor(alfa))).body);
    else if (key === COUNTED)
      expect(
        (answer.body as { queues: { count: number }[] }).queues.filter(({ count }) => count > 0),
      ).toEqual([]);
    else if (Array.isArray(answer.body)) expect(answer.body).toEqual([]);
    else if (answer.status === 200)
      expect(answer.body).toMatchObject({
        data: [],
        ...('page' in (callOf(key).query?.shape ?? {}) ? { total: 0 } : {}),
      });
    else expectRefusal(answer, 'of another', key === BY_FORM ? [...statuses, 400, 422] : statuses);
  };

  if (key.includes('{') && !BY_CODE.includes(key))
    it('finds no record of another tenant', () => refusedWithoutEffect(all, beta, [403, 404]));

  if (!OF_WHO_IS_EVERYWHERE.includes(key))
    it('shows nothing of another institution, and changes nothing there', () =>
      refusedWithoutEffect(elsewhere, alfa, [403, 404]));

  it('is refused without an active session at this console', onFirstEngine, async () => {
    const cookie = all.cookies.get('orbita-equipe') ?? '';
    const made = async (change: (client: Client) => void, tenant: 'alfa' | 'beta' = 'alfa') => {
      const client = consoleOf(harness, tenant);
      client.cookies.set('orbita-equipe', cookie);
      change(client);
      return outcomeOf(client, key);
    };
    expect(await made((client) => client.cookies.set('orbita-equipe', 'x'))).toBe('STAFF_SESSION_OVER');
    expect(await made(() => undefined, 'beta')).toBe('STAFF_SESSION_OVER');
    expect(await made((client) => client.cookies.clear())).toBe('SERVICE_TOKEN_INVALID');
    for (const [why, { cookies }] of sample(over, 4, keys.indexOf(key))) {
      const ended = (client: Client) =>
        client.cookies.set('orbita-equipe', cookies.get('orbita-equipe') ?? '');
      expect([why, await made(ended)]).toEqual([why, 'STAFF_SESSION_OVER']);
    }
    if (key.startsWith('GET ')) {
      const reads = (site: string) =>
        made((client) => Object.assign(client.headers, { 'sec-fetch-site': site }));
      expect([await reads('same-site'), await reads('cross-site')]).toEqual(['FORBIDDEN', 'FORBIDDEN']);
      return;
    }
    for (const headers of [{ 'x-orbita-equipe': '' }, { origin: 'https://mal.test' }, { origin: '' }])
      expect(await made((client) => Object.assign(client.headers, headers))).toBe('FORBIDDEN');
  });
});
