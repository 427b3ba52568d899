// Longer than other files: each call is generated once and tried in every way on one prepared tenant.
import { randomUUID } from 'node:crypto';
import { familyOf } from '@orbita/domain/staff';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import {
  type ErrorCode,
  type Grantable,
  needsTenant,
  openersOf,
  possibleErrors,
  queryNames,
  scopes,
} from '@orbita/protocol/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endEverything } from '../../testing/ended.ts';
import { onFirstEngine } from '../../testing/engine-part.ts';
import { fingerprint, touched, withoutTrace } from '../../testing/fingerprint.ts';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import {
  ABSURD,
  exampleOf,
  expectRefusal,
  make,
  mutations,
  stolen,
  strangeLeaves,
} from '../../testing/misuse.ts';
import { operationsCalls, UNKNOWN_ID } from '../../testing/operations-calls.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { sample } from '../../testing/sample.ts';

/** Requests that a system with a service token, or an attacker without one, may send (spec 17.1). */
const keys = (Object.keys(calls) as CallKey[]).filter((key) => {
  const { auth, person } = callOf(key);
  return auth === 'service' && !person;
});
/** The scope `platform` works across tenants; the simulator plays external services for all of them. */
const ofOneTenant = keys.filter((key) => needsTenant(callOf(key)) && callOf(key).scope !== 'test');
/**
 * People belong to the tenant, not to one of its institutions; their own test covers what each institution
 * may change.
 */
const OF_THE_TENANT: readonly CallKey[] = ['POST /operations/candidates'];
/** Calls that show or change data of several institutions: only a token of all of them may make them. */
const OF_ALL_INSTITUTIONS: readonly CallKey[] = [
  'POST /operations/catalogue/plan',
  'POST /operations/catalogue/apply',
  'GET /operations/catalogue/export',
  'GET /operations/catalogue/versions',
  'GET /operations/catalogue/versions/{version}',
  'GET /operations/catalogue/schema',
  'GET /operations/catalogue/academic',
  'POST /operations/catalogue/academic/refresh',
  'GET /operations/audit',
  'POST /operations/blocks',
  'GET /operations/blocks',
  'DELETE /operations/blocks/{id}',
  'PUT /operations/persons/{id}/institution-filter',
];
/** Its example has no test, so that no slot is one of its offer; booking has its own test. */
const WITHOUT_A_SLOT: CallKey = 'PUT /operations/subscriptions/{id}/scheduling';
const ROLL: CallKey = 'PUT /operations/schedules/{hourId}/roll/{id}';
/** What the state of the examples leaves of some calls: she is on no roll, and no other deadline or reminder is hers now. */
const ANSWERED: Partial<Record<CallKey, ErrorCode>> = {
  [WITHOUT_A_SLOT]: 'VALIDATION',
  [ROLL]: 'NOT_FOUND',
  'POST /operations/offers/{code}/deadline': 'VALIDATION',
  'POST /operations/reminders': 'VALIDATION',
  // The example names nothing of any catalogue; what a form changes has its own test.
  'POST /operations/catalogue/edits': 'VALIDATION',
  'GET /operations/catalogue/entries/{kind}/{code}': 'NOT_FOUND',
};
/** Calls whose conflict is no state of the application. */
const OTHER_CONFLICTS: readonly CallKey[] = [
  WITHOUT_A_SLOT,
  ROLL,
  'POST /operations/subscriptions/{id}/contact-confirmations',
  'POST /operations/catalogue/edits/plan',
  'POST /operations/catalogue/edits',
];
/** Texts that some languages parse as a time, and years outside the database's range. */
const NO_INSTANTS = [
  ...['1', '0', 'Jan 5 2026', '2026-01-10', '2026-02-30T00:00:00Z', '2026-01-10T00:00:00'],
  ...[
    '+010000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-03:00',
  ],
];
/** Its answer is a count for each queue. */
const COUNTED: CallKey = 'GET /operations/queues';
/** Sums of what the caller may see, without a list. */
const FIGURES: CallKey = 'GET /operations/reports/{report}';
/** Says what would change: nothing of what the caller may not see. */
const PLANNED: CallKey = 'POST /operations/catalogue/edits/plan';
/** Nobody corrected a contact here; what waits for its release has tests of its own. */
const NOBODYS: CallKey = 'GET /operations/held-contacts';
/** Says what there is of each step: no application of another institution is one. */
const FIRST_DAY: CallKey = 'GET /operations/catalogue/first-day';
/** What every tenant reads alike, of which no row belongs to an institution. */
const OF_THE_PRODUCT: readonly CallKey[] = [
  'GET /operations/roles',
  'GET /operations/message-templates',
  'GET /operations/catalogue/cities',
];
/** Answers for each of several documents by itself. */
const EACH: CallKey = 'POST /operations/documents/reviews';
const countsIn = (body: unknown) =>
  (body as { queues: { count: number }[] }).queues.filter(({ count }) => count > 0);
const WRONG_STATE: readonly ErrorCode[] = ['STATE_CONFLICT', 'TRANSITION_NOT_ALLOWED', 'READ_ONLY'];

let harness: Harness;
let alfa: FullPerson;
let beta: FullPerson;

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  alfa = await fullPerson(harness, CANDIDATE_01);
  beta = await fullPerson(harness, inventedPerson(1), 'beta');
  // Papers of the contract, and a batch of reminders, so that each has something to show.
  await harness.platform.jobs.run('contract-copy');
  for (const of of [alfa, beta])
    await harness.operationsOf(of.tenant).call('POST /operations/reminders', {
      body: { kind: 'continue', subscriptionIds: [of.subscriptionId] },
    });
});
afterAll(() => harness?.stop());

const bearer = (token: string, more: Record<string, string> = {}): Client => {
  const client = harness.visitor('operations.test');
  client.headers = { authorization: `Bearer ${token}`, ...more };
  return client;
};
const tokens = new Map<string, Promise<string>>();
/** A token of one tenant with some scopes; created once per combination. */
const holder = async (
  tenant: string,
  wanted: readonly Grantable[],
  institutions?: string[],
): Promise<Client> => {
  const wish = JSON.stringify([tenant, wanted, institutions]);
  const made =
    tokens.get(wish) ??
    harness.operations
      .call('POST /operations/tokens', {
        body: {
          name: 'Sistema',
          tenant,
          scopes: [...wanted],
          institutions,
          expiresAt: '2027-01-12T10:00:00-03:00',
        },
      })
      .then(({ body }) => body.token);
  tokens.set(wish, made);
  return bearer(await made);
};
/** The least that a token needs for a whole call. */
const scopesOf = (key: CallKey): Grantable[] => {
  const { alsoScope, within } = callOf(key);
  const wanted = [openersOf(callOf(key))[0], alsoScope, within?.scope];
  return [...new Set(wanted.filter((scope) => scope !== undefined))];
};
/** What a call needs besides, depending on what its body names. */
const NAMED: Partial<Record<CallKey, readonly Grantable[]>> = {
  'POST /operations/exports': ['subscriptions.read'],
};
const wholesOf = (wanted: readonly Grantable[]) => wanted.map(familyOf) as Grantable[];
const sentFor = (key: CallKey, of: FullPerson) => {
  const example = operationsCalls[key];
  if (!example) throw new Error(`${key} has no example in testing/operations-calls.ts`);
  return exampleOf(example, of);
};
const without = <T>(traces: string, work: () => Promise<T>) => withoutTrace(harness, work, traces);

it('every call has its example, and every example its call', () => {
  const all = (Object.keys(calls) as CallKey[]).filter((key) => callOf(key).auth === 'service');
  expect(Object.keys(operationsCalls).sort()).toEqual(all.sort());
});

it('calls for people only are refused to a token with every scope', async () => {
  const client = await holder(
    'alfa',
    scopes.filter((scope) => scope !== 'platform' && scope !== 'test'),
  );
  const ofPeople = (Object.keys(operationsCalls) as CallKey[]).filter((key) => callOf(key).person);
  expect(ofPeople.length).toBeGreaterThan(0);
  for (const key of ofPeople)
    expectRefusal(await make(client, key, sentFor(key, alfa)), key, 403, 'FORBIDDEN');
});

describe.each(keys)('%s', (key) => {
  /** Each call tries a part of what may be wrong; all calls together try everything of every kind. */
  const turn = keys.indexOf(key);
  const openers = openersOf(callOf(key));
  const own = openers.map(familyOf);
  const also = callOf(key).alsoScope;
  const besides = also ? [also] : [];
  /** Reaches no record and changes nothing, whoever sends it. */
  const harmless = {
    params: Object.fromEntries([...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, UNKNOWN_ID])),
    ...(callOf(key).body ? { body: {} } : {}),
  };
  const codeWith = async (held: readonly Grantable[]) => {
    const { status, body } = await make(await holder('alfa', held), key, harmless);
    const { code } = (body ?? {}) as { code?: string };
    return [401, 403].includes(status) ? code : 'let in';
  };

  it('is opened by each of its scopes, in part and whole', onFirstEngine, async () => {
    for (const scope of openers) {
      expect([scope, await codeWith([scope, ...besides])]).toEqual([scope, 'let in']);
      expect([scope, await codeWith(wholesOf([scope, ...besides]))]).toEqual([scope, 'let in']);
    }
  });

  it(
    'is refused with other parts of its family, with other families, and without its second scope',
    onFirstEngine,
    async () => {
      const ofFamily = scopes.filter((one) => own.includes(familyOf(one)));
      const otherParts = ofFamily.filter((one) => one.includes('.') && !openers.includes(one));
      const others = scopes.filter((one) => !ofFamily.includes(one));
      if (otherParts.length > 0) expect(await codeWith([...otherParts, ...besides])).toBe('FORBIDDEN');
      expect(await codeWith(others)).toBe('FORBIDDEN');
      if (also) {
        const withoutAlso = scopes.filter((one) => one !== also && one !== familyOf(also));
        expect(await codeWith(withoutAlso)).toBe('FORBIDDEN');
      }
    },
  );

  it('is refused without a token of its scope', onFirstEngine, async () => {
    const wrong = await holder(
      'alfa',
      scopes.filter((one) => !own.includes(familyOf(one))),
    );
    const right = await holder('alfa', scopesOf(key));
    const candidate = stolen(harness, alfa);
    const sent = sentFor(key, alfa);
    await without('refused callers', async () => {
      expectRefusal(
        await make(harness.visitor('x.test'), key, sent),
        'no token',
        401,
        'SERVICE_TOKEN_INVALID',
      );
      expectRefusal(
        await make(bearer(`svc_${randomUUID()}`), key, sent),
        'garbage',
        401,
        'SERVICE_TOKEN_INVALID',
      );
      expectRefusal(await make(candidate, key, sent), 'candidate', 401, 'SERVICE_TOKEN_INVALID');
      expectRefusal(await make(wrong, key, sent), 'wrong scope', 403, 'FORBIDDEN');
      right.headers['x-tenant-alias'] = 'beta';
      expectRefusal(await make(right, key, sent), 'names another tenant', 403, 'TENANT_MISMATCH');
      delete right.headers['x-tenant-alias'];
      if (!needsTenant(callOf(key))) return;
      const nameless = bearer(harness.platform.config.developmentToken ?? '');
      expectRefusal(await make(nameless, key, sent), 'names no tenant', 400, 'TENANT_REQUIRED');
    });
  });

  it('refuses absurd ids', async () => {
    const client = await holder('alfa', scopesOf(key));
    const sent = sentFor(key, alfa);
    await without('absurd ids', async () => {
      for (const name of Object.keys(operationsCalls[key]?.params?.(alfa) ?? {})) {
        for (const value of sample([...ABSURD, UNKNOWN_ID, randomUUID()], 4, turn)) {
          const answer = await make(client, key, { ...sent, params: { [name]: value } });
          const code = answer.status === 404 ? 'NOT_FOUND' : 'MALFORMED';
          expectRefusal(answer, `${name} ${value}`, [404, 400], code);
        }
      }
    });
  });

  it('refuses an unknown query parameter, and lists the known ones', onFirstEngine, async () => {
    const client = await holder('alfa', scopesOf(key));
    const known = queryNames(callOf(key)) ?? [];
    await without('unknown names', async () => {
      for (const name of sample(
        ['status', 'State', 'perPage', '__proto__', 'x'.repeat(300), 'ação'],
        3,
        turn,
      )) {
        if (known.includes(name)) continue;
        const answer = await make(client, key, { ...sentFor(key, alfa), query: { [name]: '7' } });
        expectRefusal(answer, name, 422, 'VALIDATION');
        const { errors = [] } = answer.body as { errors?: { field: string; message: string }[] };
        expect(errors.map(({ field }) => field)).toEqual([name.slice(0, 60)]);
        for (const one of known) expect(errors[0]?.message).toContain(one);
      }
      if (sample(keys, 5).indexOf(key) < 0) return;
      const query = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`n${at}`, '1']));
      const { body } = await make(client, key, { ...sentFor(key, alfa), query });
      expect((body as { errors: [] }).errors).toHaveLength(10);
    });
  });

  const query = callOf(key).query;
  if (query) {
    it('refuses an invalid query', async () => {
      const client = await holder('alfa', scopesOf(key));
      for (const name of Object.keys(query.shape)) {
        for (const value of sample(['x'.repeat(300), '-1', '1e20', "'; --"], 2, turn)) {
          const answer = await make(client, key, { ...sentFor(key, alfa), query: { [name]: value } });
          if (answer.status !== 200) expectRefusal(answer, `${name}=${value}`, 422);
        }
      }
      if ('updatedSince' in query.shape) {
        const since = async (updatedSince: string) =>
          [
            updatedSince,
            (await make(client, key, { ...sentFor(key, alfa), query: { updatedSince } })).status,
          ] as const;
        for (const wrong of NO_INSTANTS) expect(await since(wrong)).toEqual([wrong, 422]);
        for (const right of ['2026-01-10T00:00:00-03:00', '2026-01-10T03:00:00.000Z'])
          expect(await since(right)).toEqual([right, 200]);
      }
      if ('page' in query.shape) {
        for (const wrong of [{ page: 0 }, { pageSize: 101 }, { page: 'um' }])
          expectRefusal(
            await make(client, key, { ...sentFor(key, alfa), query: wrong as never }),
            JSON.stringify(wrong),
            422,
          );
      }
    });
  }

  if (callOf(key).body) {
    it('refuses invalid bodies', onFirstEngine, async () => {
      const client = await holder('alfa', scopesOf(key));
      const sent = sentFor(key, alfa);
      await without('no bodies', async () => {
        expectRefusal(await make(client, key, { ...sent, raw: '{"a":' }), 'cut off', 400, 'MALFORMED');
        // Some need nothing to be said.
        const empty = callOf(key).body?.safeParse({}).success ? [] : ['{}'];
        const nothing = callOf(key).body?.safeParse(undefined).success ? [] : [''];
        for (const raw of [...nothing, '[]', 'null', '"x"', '7', ...empty])
          expectRefusal(await make(client, key, { ...sent, raw }), raw, 422);
      });
    });

    it('refuses values it cannot use', async () => {
      const client = await holder('alfa', scopesOf(key));
      const sent = sentFor(key, alfa);
      for (const body of sample(mutations(sent.body as never, strangeLeaves), 3, turn)) {
        // any JSON
        const answer = await make(client, key, { ...sent, body });
        if (answer.status >= 400) expectRefusal(answer, JSON.stringify(body).slice(0, 200));
      }
    });
  }
});

describe.each(ofOneTenant)('%s', (key) => {
  it('S15: works for the tenant of the token only', async () => {
    const client = await holder('beta', scopesOf(key));
    const sent = sentFor(key, alfa);
    const before = await fingerprint(harness.platform);
    const answer = await make(client, key, sent);
    if (sent.params && Object.keys(sent.params).length > 0 && !/\{(queue|report)\}/.test(key)) {
      expectRefusal(answer, 'ids of alfa', 404, 'NOT_FOUND');
      expect(touched(before, await fingerprint(harness.platform))).toEqual([]);
      return;
    }
    const text = JSON.stringify(answer.body);
    expect(answer.status, text).toBeLessThan(500);
    expect(text).not.toMatch(/alfa\b|CUA01|EPA01|Candidata Um|11122233396/i);
    if ('data' in (answer.body as object) && !key.includes('audit'))
      for (const row of (answer.body as { data: { id: number }[] }).data)
        expect([alfa.subscriptionId, alfa.essayId, alfa.documentId]).not.toContain(row.id);
  });

  it('shows a token of one institution nothing of another, and lets it change nothing there', async () => {
    const client = await holder('alfa', scopesOf(key), ['EPA01']);
    const sent = sentFor(key, alfa);
    const before = await fingerprint(harness.platform);
    const answer = await make(client, key, sent);
    if (OF_THE_TENANT.includes(key)) {
      expect(Object.keys(answer.body as object).sort()).toEqual(['caseId', 'kept', 'personId', 'uuid']);
      return;
    }
    expect(touched(before, await fingerprint(harness.platform))).toEqual([]);
    if (key === COUNTED) expect(countsIn(answer.body)).toEqual([]);
    else if (key === FIGURES) expect(answer.body).toMatchObject({ created: 0, rows: [] });
    else if (key === PLANNED) expect(answer.body).toMatchObject({ changes: [] });
    else if (key === FIRST_DAY)
      expect((answer.body as { steps: object[] }).steps).toContainEqual({ step: 'trial', done: false });
    else if (OF_THE_PRODUCT.includes(key))
      expect(answer.body).toEqual((await make(await holder('beta', scopesOf(key)), key, sent)).body);
    else if (key === EACH) expect(answer.body).toMatchObject([{ code: 'NOT_FOUND' }]);
    else if (Array.isArray(answer.body)) expect(answer.body).toEqual([]);
    else if (answer.status === 200) {
      expect(answer.body).toMatchObject({
        data: [],
        ...('page' in (callOf(key).query?.shape ?? {}) ? { total: 0 } : {}),
      });
    } else
      expectRefusal(
        answer,
        'of another institution',
        ANSWERED[key] === 'VALIDATION' ? [403, 404, 422] : [403, 404],
      );
  });
});

describe.each(ofOneTenant)('%s', (key) => {
  it('accepts a token of the institution', async () => {
    const wide = OF_ALL_INSTITUTIONS.includes(key);
    const held = [...scopesOf(key), ...(NAMED[key] ?? [])];
    const client = await holder('alfa', held, wide ? undefined : [alfa.institution]);
    const sent = sentFor(key, alfa);
    const answer = await make(client, key, sent);
    const outcome = `${answer.status} ${JSON.stringify(answer.body)}`;
    if (Object.values(sent.params ?? {}).includes(UNKNOWN_ID))
      expectRefusal(answer, outcome, 404, 'NOT_FOUND');
    else if (answer.status >= 400) {
      // Refused, if at all, because of the state left by earlier examples; the effect of a call has its own
      // test.
      const { code } = answer.body as { code: ErrorCode };
      expect(possibleErrors(key, callOf(key)), outcome).toContain(code);
      if (ANSWERED[key]) expect(code, outcome).toBe(ANSWERED[key]);
      else expect(['NOT_FOUND', 'VALIDATION', 'FORBIDDEN'], outcome).not.toContain(code);
    }
    if (answer.status === 200 && key !== NOBODYS && 'page' in (callOf(key).query?.shape ?? {}))
      expect((answer.body as { data: unknown[] }).data, outcome).not.toEqual([]);
  });
});

describe('decisions about records already decided', () => {
  const decisions = keys.filter(
    (key) => !OTHER_CONFLICTS.includes(key) && callOf(key).errors.some((code) => WRONG_STATE.includes(code)),
  );
  beforeAll(() => endEverything(harness, alfa));

  it.each(decisions)('%s is refused with the current state', async (key) => {
    const client = await holder('alfa', scopesOf(key));
    await without('the wrong state', async () => {
      const answer = await make(client, key, sentFor(key, alfa));
      expectRefusal(answer, 'wrong state', 409);
      const { code, status, state } = answer.body as { code: ErrorCode; status?: number; state?: string };
      expect(WRONG_STATE).toContain(code);
      expect(status ?? state).toBeDefined();
      if (sentFor(key, alfa).params?.id === alfa.subscriptionId) expect(status).toBe(13);
    });
  });
});

it('leave the other tenant unchanged', async () => {
  const shown = await (await holder('beta', ['subscriptions.read'])).call(
    'GET /operations/subscriptions/{id}',
    {
      params: { id: beta.subscriptionId },
    },
  );
  expect(shown.body).toMatchObject({ subscriptionStatus: 6, studentLyceumId: null });
});
