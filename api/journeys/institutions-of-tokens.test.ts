import { carries } from '@orbita/domain/staff';
import { type CallKey, callOf, calls } from '@orbita/protocol';
import { type Grantable, openersOf, scopes } from '@orbita/protocol/foundation';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { exampleOf, expectRefusal, make } from '../../testing/misuse.ts';
import { operationsCalls } from '../../testing/operations-calls.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';

/**
 * Which rows of which institution a token sees, and which calls it may make: every combination of scopes and
 * institutions.
 */

const keys = (Object.keys(calls) as CallKey[]).filter((key) => callOf(key).auth === 'service');
const lists = keys.filter((key) => key.startsWith('GET ') && 'page' in (callOf(key).query?.shape ?? {}));
/**
 * Lists of the whole tenant: a token of some institutions is refused, or they contain nothing of an
 * institution.
 */
const OF_THE_TENANT: readonly CallKey[] = [
  'GET /operations/audit',
  'GET /operations/blocks',
  'GET /operations/tokens',
];
/** Rows of one application, which its address names. */
const OF_ONE_APPLICATION: readonly CallKey[] = ['GET /operations/subscriptions/{id}/notes'];
/** Lists of people, whose rows may belong to no application and still to an institution. */
const OF_PEOPLE: readonly CallKey[] = ['GET /operations/privacy-requests'];
const ofInstitutions = lists.filter((key) => ![...OF_THE_TENANT, ...OF_ONE_APPLICATION].includes(key));
const ONE = 'CUA01';
const OTHER = 'EPA01';
const HOLDERS = [undefined, [ONE], [OTHER], [OTHER, ONE], ['NADA01']] as const;
const ASKED = [undefined, ONE, OTHER, 'NADA01', 'cua01'] as const;

let harness: Harness;
let one: FullPerson;
let other: FullPerson;

/** Moves an application and all its records to another institution of the same tenant. */
async function moveTo(code: string, of: FullPerson): Promise<void> {
  const on = harness.platform.db.tenant(1);
  const set = (table: string, mine: string) =>
    on.many(sql`
      update ${raw(table)} set institution_id = (select id from institution where tenant_id = 1 and code = ${code})
      where tenant_id = 1 and ${raw(mine)} returning 1`);
  const tables = await harness.platform.db.asOwner((run) =>
    run(`select a.attrelid::regclass::text as name, string_agg(a.attname, ' ') as columns
      from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
      where a.attname in ('institution_id', 'subscription_id', 'person_id') group by 1`),
  );
  const ofPerson = `in (select id from subscription where person_id = ${of.personId})`;
  await set('subscription', `person_id = ${of.personId}`);
  await on.many(sql`
    update approval set institutions = jsonb_build_array(${code}::text) where tenant_id = 1
      and person_id = ${of.personId} returning 1`);
  const asker = await on.one<{ id: number }>(sql`
    select requested_by as id from approval where tenant_id = 1 and person_id = ${of.personId}`);
  await harness.operationsOf('alfa').call('PUT /operations/staff/{staffId}/grants', {
    params: { staffId: asker?.id ?? 0 },
    body: { grants: [{ role: 'financeiro', institutions: [code] }] },
  });
  for (const { name, columns } of tables as { name: string; columns: string }[]) {
    const has = columns.split(' ');
    if (!has.includes('institution_id') || name === 'subscription') continue;
    // What is only ever added to is moved by the owner.
    if (name === 'status_history')
      await harness.platform.db.asOwner((run) =>
        run(`update status_history set institution_id =
          (select id from institution where tenant_id = 1 and code = '${code}')
          where tenant_id = 1 and subscription_id ${ofPerson}`),
      );
    else if (has.includes('subscription_id')) await set(name, `subscription_id ${ofPerson}`);
    else if (has.includes('person_id')) await set(name, `person_id = ${of.personId}`);
  }
  await harness.operations.call('PUT /operations/staff/{staffId}/grants', {
    params: { staffId: of.staffId },
    body: { grants: [{ role: 'secretaria', institutions: [code] }] },
  });
  await on.many(sql`
    update document_case set institutions = jsonb_build_array(${code}::text) where tenant_id = 1
      and id between ${of.caseId - 1} and ${of.caseId} returning 1`);
  await set('webhook_endpoint', `id = ${of.endpointId}`);
  await set('reconciliation', `id = ${of.reconciliationId}`);
  await set('reconciliation_difference', `id = ${of.differenceId}`);
  await set('slip_remittance', `id = ${of.remittanceId}`);
  await on.many(sql`
    insert into schedule_slot (tenant_id, offer_id, pole_id, code, place, at, capacity)
    select 1, o.id, s.pole_id, 'OUTRO', s.place, s.at, s.capacity from schedule_slot s, offer o, institution i
    where s.tenant_id = 1 and o.tenant_id = 1 and i.tenant_id = 1 and i.id = o.institution_id and i.code = ${code}
    order by o.id, s.id limit 1 returning 1`);
}

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  one = await fullPerson(harness, CANDIDATE_01);
  other = await fullPerson(harness, inventedPerson(1));
  await moveTo(OTHER, other);
  for (const { subscriptionId } of [one, other])
    await harness.operations.call('POST /operations/reminders', {
      body: { kind: 'continue', subscriptionIds: [subscriptionId] },
    });
  // Contacts of both that the team corrected wait for their release.
  for (const { personId } of [one, other]) {
    const on = harness.platform.db.tenant(1);
    await on.many(sql`
      insert into person_correction (tenant_id, person_id, fields, identity_check, reason, staff_id, made_by, at,
        before, after, held_until, until_released)
      select p.tenant_id, p.id, '["email"]', 'document', 'Perdeu', (select min(s.id) from staff s where s.tenant_id = 1),
        'Ivo', ${harness.clock.now()}::timestamptz, '{}', jsonb_build_object('email', p.email),
        ${harness.clock.now()}::timestamptz, true
      from person p where p.tenant_id = 1 and p.id = ${personId} returning id`);
    await on.many(
      sql`update person set email_confirmed_at = null where tenant_id = 1 and id = ${personId} returning id`,
    );
  }
  // Files of banks are of an institution, and of nobody whose records have moved.
  await harness.platform.db.tenant(1).one(sql`
    update slip_return set institution_id = (select id from institution where tenant_id = 1 and code = ${OTHER})
    where tenant_id = 1 and id = (select max(id) from slip_return where tenant_id = 1) returning id`);
});
afterAll(() => harness?.stop());

const made = new Map<string, Promise<Client>>();
/** A token of the tenant with some scopes, of some institutions or of all. */
function holder(wanted: readonly Grantable[], institutions?: readonly string[]): Promise<Client> {
  const wish = JSON.stringify([wanted, institutions]);
  const known = made.get(wish) ?? issue(wanted, institutions);
  made.set(wish, known);
  return known;
}
async function issue(wanted: readonly Grantable[], institutions?: readonly string[]): Promise<Client> {
  const { body } = await harness.operations.call('POST /operations/tokens', {
    body: {
      name: 'Sistema',
      tenant: 'alfa',
      scopes: [...wanted],
      expiresAt: '2027-01-12T10:00:00-03:00',
      ...(institutions?.includes('NADA01') ? { institutions: [ONE] } : {}),
      ...(institutions && !institutions.includes('NADA01') ? { institutions: [...institutions] } : {}),
    },
  });
  // No token is issued for an institution that does not exist, but a token may outlive its institution.
  if (institutions?.includes('NADA01'))
    await harness.platform.db.tenant(1).one(sql`
      update service_token set institutions = ${JSON.stringify(institutions)}::jsonb where tenant_id = 1 and id = ${body.id}
      returning id`);
  const client = harness.visitor('operations.test');
  client.headers = { authorization: `Bearer ${body.token}` };
  return client;
}
const needed = (key: CallKey): Grantable[] =>
  [openersOf(callOf(key))[0], callOf(key).alsoScope].filter((scope) => scope !== undefined);

describe.each(ofInstitutions)('%s', (key) => {
  it('S15: shows each institution its own rows, whatever institution is requested', async () => {
    const rowsOf = async (institutions?: readonly string[], institution?: string) => {
      const client = await holder(needed(key), institutions);
      const query: Record<string, string | number> = {
        ...(key === 'GET /operations/moves' ? { event: 'create' } : {}),
        pageSize: 100,
      };
      if (institution !== undefined) query.institution = institution;
      const answer = await make(client, key, { query });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const { data, total } = answer.body as { data: object[]; total: number };
      expect(total).toBe(data.length);
      // Which of two people a caller may open depends on the caller.
      return data.map((row) => JSON.stringify({ ...row, opens: undefined })).sort();
    };
    const all = await rowsOf();
    const own = { [ONE]: await rowsOf([ONE]), [OTHER]: await rowsOf([OTHER]) } as Record<string, string[]>;
    // Rows of both institutions, or of none, would prove nothing.
    expect([own[ONE]?.length, own[OTHER]?.length]).not.toContain(0);
    const ofNone = all.filter((row) => !OF_PEOPLE.includes(key) && JSON.parse(row).subscriptionId === null);
    expect([...(own[ONE] ?? []), ...(own[OTHER] ?? []), ...ofNone].sort()).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
    const filtered = 'institution' in (callOf(key).query?.shape ?? {});
    for (const institutions of HOLDERS)
      for (const asked of filtered ? ASKED : [undefined]) {
        const reach = institutions ?? [ONE, OTHER];
        const seen = reach.filter((code) => asked === undefined || code === asked);
        const plain = institutions === undefined && asked === undefined;
        const expected = plain ? all : seen.flatMap((code) => own[code] ?? []).sort();
        expect(await rowsOf(institutions, asked), `${institutions ?? 'all'} asks for ${asked}`).toEqual(
          expected,
        );
      }
  });
});

it("S15: data about a whole person is shown to tokens that cover all of the person's institutions", async () => {
  const mine = async (institutions?: readonly string[]) => {
    const client = await holder(['privacy'], institutions);
    const { body } = await client.call('GET /operations/privacy-requests', { query: { pageSize: 100 } });
    const kept = await client.call('GET /operations/kept-records/{personId}', {
      params: { personId: other.erasedId },
    });
    return [body.data.some(({ personId }) => personId === other.personId), kept.status];
  };
  const set = (code: string) =>
    harness.platform.db.tenant(1).many(sql`
      update subscription set institution_id = (select id from institution where tenant_id = 1 and code = ${code})
      where tenant_id = 1 and id = ${other.subscriptionId} returning id`);
  expect(await mine([OTHER])).toEqual([true, 200]);
  await set(ONE);
  for (const one of [[ONE], [OTHER], ['NADA01']]) expect(await mine(one), String(one)).toEqual([false, 404]);
  for (const all of [[ONE, OTHER], undefined]) expect(await mine(all), String(all)).toEqual([true, 200]);
  await set(OTHER);
});

it('no list is omitted', () => {
  const filtered = lists.filter((key) => 'institution' in (callOf(key).query?.shape ?? {}));
  expect(filtered.filter((key) => !ofInstitutions.includes(key))).toEqual([]);
  expect(ofInstitutions.length).toBeGreaterThanOrEqual(filtered.length);
});

describe.each(keys)('%s', (key) => {
  const example = operationsCalls[key];
  const sent = () => (example ? exampleOf(example, one) : {});

  it.each(needed(key))('refuses a token without %s, whatever its other scopes', async (missing) => {
    // What opens the call instead is missing as well, and so are the families that carry these parts.
    const openers = openersOf(callOf(key));
    const absent = openers.includes(missing) ? openers : [missing];
    const client = await holder(scopes.filter((scope) => !absent.some((one) => carries([scope], one))));
    expectRefusal(await make(client, key, sent()), `all but ${missing}`, 403, 'FORBIDDEN');
    // The platform scope replaces no other scope.
    if (missing === 'platform' || needed(key).length === 1) return;
    const rest = await holder(needed(key).filter((scope) => scope !== missing));
    expectRefusal(await make(rest, key, sent()), `only the others of ${missing}`, 403, 'FORBIDDEN');
  });
});
