import { type CallKey, callOf, calls } from '@orbita/protocol';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Client, type Harness, startHarness } from '../../testing/harness.ts';
import { expectRefusal, make, mutations, strangeLeaves } from '../../testing/misuse.ts';
import { inventedPerson } from '../../testing/people.ts';
import { notice, publicCalls } from '../../testing/public-calls.ts';
import { upload } from '../../testing/requests.ts';
import { fromConsole } from '../../testing/staff.ts';
import { tenantByAlias } from '../tenancy/hosts.ts';

/** Extra fields in forms, manipulated file names, and other requests that need no account. */
let harness: Harness;
let tenantId: number;
beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  tenantId = (await tenantByAlias(harness.platform, 'alfa'))?.id ?? 0;
});
afterAll(() => harness?.stop());

/** Columns and answer fields that no request may set; fields a call really has are left unchanged. */
const EXTRA = {
  id: 1,
  tenantId: 2,
  tenant_id: 2,
  personId: 1,
  person_id: 1,
  accountId: 1,
  status: 7,
  subscriptionStatus: 7,
  isPaid: true,
  is_paid: true,
  isTaxPaid: true,
  hasDiscount: true,
  score: 1000,
  state: 'paid',
  amount: 0.01,
  amount_cents: 1,
  value: 0.01,
  discount: 100,
  paidAt: '2026-01-01T00:00:00-03:00',
  emailConfirmed: true,
  cellPhoneConfirmed: true,
  email_confirmed_at: '2026-01-01T00:00:00-03:00',
  attempt: 9,
  deadline: '2030-01-01T00:00:00-03:00',
  version: 99,
  acceptedAt: '2020-01-01T00:00:00-03:00',
  studentLyceumId: '1',
  scopes: ['platform'],
  disableInstitutionGlobalFilter: true,
  required: false,
};

/** A browser that adds these fields to every JSON body it sends. */
function smuggler(harness: Harness): Harness {
  return {
    ...harness,
    visitor: (host?: string): Client => {
      const client = harness.visitor(host);
      const send = client.send.bind(client);
      client.send = (method, path, options = {}) => {
        const { body } = options;
        const plain = typeof body === 'object' && body !== null && !Array.isArray(body);
        return send(method, path, plain ? { ...options, body: { ...EXTRA, ...body } } : options);
      };
      return client;
    },
  };
}

/** Values that are unique to a person or a time, and may differ between two people who did the same. */
const OWN =
  /^(id|uuid|.*_uuid|.*_id|.*_hash|name|cpf|document|email|cell_phone|contract|html|shingles|body|txid|.*copy_paste|.*key|location|next_check_at|verification_code|copy_due_at|grading_order)$/;
const TABLES = {
  person: 'id = $',
  user_account: 'person_id = $',
  login_session: 'person_id = $',
  consent: 'person_id = $',
  subscription: 'person_id = $',
  status_history: 'subscription_id in (select id from subscription where person_id = $)',
  essay: 'person_id = $',
  schooling: 'subscription_id in (select id from subscription where person_id = $)',
  contract_acceptance: 'subscription_id in (select id from subscription where person_id = $)',
  payment: 'subscription_id in (select id from subscription where person_id = $)',
  required_document: 'subscription_id in (select id from subscription where person_id = $)',
};
type Table = keyof typeof TABLES;

const rowsOf = async (table: Table, of: FullPerson) => {
  const where = TABLES[table].replace('$', String(of.personId));
  const rows = await harness.platform.db
    .tenant(tenantId)
    .many<Record<string, unknown>>(sql`select * from ${raw(table)} where ${raw(where)} order by 2`);
  return rows
    .map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !OWN.test(name) || name === 'tenant_id')),
    )
    .map((row) => JSON.stringify(row))
    .sort();
};

describe('fields no form has', () => {
  it('S16: change nothing from the sign-up to the charge', async () => {
    const honest = await fullPerson(harness, inventedPerson(1));
    const sly = await fullPerson(smuggler(harness), inventedPerson(2));
    for (const table of Object.keys(TABLES) as Table[]) {
      const rows = await rowsOf(table, sly);
      expect(rows.length, table).toBeGreaterThan(0);
      expect(rows, table).toEqual(await rowsOf(table, honest));
    }
    const seen = async (of: FullPerson) => {
      const { body } = await of.client.call('GET /candidate/users/{uuid}/subscription/{id}', {
        params: { uuid: of.uuid, id: of.subscriptionId },
      });
      return [body.subscriptionStatus, body.isPaid, body.studentLyceumId];
    };
    expect(await seen(sly)).toEqual([6, false, null]);
    const charge = await sly.client.call('GET /candidate/payments/{paymentId}', {
      params: { paymentId: sly.paymentId },
    });
    expect(charge.body).toMatchObject({ amount: 360, state: 'pending', subscriptionId: sly.subscriptionId });
    const confirmed = await harness.platform.db.tenant(tenantId).one<{ count: number }>(sql`
      select count(*)::int as count from person where email_confirmed_at is not null`);
    expect(confirmed?.count).toBe(0);
  });
});

describe('names of files', () => {
  let whole: FullPerson;
  beforeAll(async () => {
    whole = await fullPerson(harness, inventedPerson(3));
  });
  it.each([
    'a\0b.jpg',
    '../../../etc/passwd.jpg',
    `${'ç'.repeat(400)}.jpg`,
    '\ud800.jpg',
    '"; x=".jpg',
    '.jpg',
    'foto',
  ])('%j is stored harmlessly or refused', async (name) => {
    const answer = await upload(whole.client, whole.subscriptionId, whole.documentId, undefined, name);
    if (answer.status !== 201) return expectRefusal(answer, name);
    const kept = answer.body as { fileId: number; name: string };
    expect(kept.name).not.toMatch(/[/\\\p{Cc}]/u);
    expect(kept.name.length).toBeLessThanOrEqual(255);
    const removed = await whole.client.call('DELETE /candidate/documents/files/{fileId}', {
      params: { fileId: kept.fileId },
    });
    expect(removed.status).toBe(204);
  });
});

const open = (Object.keys(calls) as CallKey[]).filter((key) => {
  const { auth, body } = callOf(key);
  return body && (auth === 'public' || auth === 'provider');
});

describe.each(open)('%s', (key) => {
  it('does not fail on anything sent without an account', async () => {
    const example = callOf(key).auth === 'provider' ? notice : publicCalls[key];
    if (!example) throw new Error(`${key} has no example here`);
    const client = harness.visitor();
    client.headers = fromConsole('cua.alfa.orbita.test');
    for (const raw of [
      '{"a":',
      '[]',
      'null',
      '"x"',
      '7',
      '{}',
      JSON.stringify({ filler: 'x'.repeat(300 * 1024) }),
    ])
      expectRefusal(await make(client, key, { ...example, raw }), raw.slice(0, 40));
    for (const body of mutations(example.body as never, strangeLeaves)) {
      const answer = await make(client, key, { ...example, body });
      if (answer.status >= 400) expectRefusal(answer, JSON.stringify(body).slice(0, 200));
    }
  });
});

describe('public lists', () => {
  it.each([
    '/candidate/offers?q=%00',
    '/candidate/offers?q=%ED%A0%80',
    '/candidate/offers?q=%25_%27',
    `/candidate/offers?q=${'x'.repeat(200)}`,
    '/candidate/offers?page=1e20',
    '/candidate/offers?page=9007199254740991&pageSize=100',
    '/candidate/offers?type=9',
    '/candidate/offers?poleId=9007199254740991',
    '/candidate/offers/9007199254740991/courses',
    '/candidate/parameters/by-internal-values?iesCode=CUA01&internalValues=%27,,__proto__,constructor',
    '/candidate/parameters/1/__proto__',
    '/candidate/states/9007199254740991',
    '/candidate/states/2147483648/cities',
    '/candidate/addresses/zip-codes/abcdefgh',
    '/candidate/institution/by-code/%F0%9F%98%80',
    '/candidate/institution/2147483648',
    '/candidate/print/%27',
    '/candidate/documents/links/x',
    '/candidate/documents/links/%2e%2e%2fetc',
    '/platform/settings/applications/orbita/hostname/%00',
  ])('%s is answered', async (path) => {
    const answer = await harness.visitor().send('GET', `/orbita/api${path}`);
    if (answer.status !== 200) expectRefusal(answer, path);
  });
});
