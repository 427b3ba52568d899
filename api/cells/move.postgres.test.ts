import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FullPerson, fullPerson } from '../../testing/full-person.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { begin, bodyOf } from '../../testing/journey.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { listDocuments, signIn } from '../../testing/requests.ts';
import { staffIn } from '../../testing/staff.ts';
import { everythingOf, numberOf, secondCell } from '../../testing/two-cells.ts';
import { makeNoticeSecret } from '../payment/notice-secrets.ts';
import { seal, unseal } from '../platform/seal.ts';
import { SEALED_COLUMNS } from '../resealing.ts';
import { copyTenant, type Move, switchTenant } from './move.ts';

const LEFT = Object.fromEntries(SEALED_COLUMNS.map(({ table, columns }) => [table, columns]));

let source: Harness;
let target: Harness;
let person: FullPerson;
let move: Move;
const said: string[] = [];

beforeAll(async () => {
  source = await startHarness({ callsPerMinute: 1_000_000, proves: false });
  person = await fullPerson(source, CANDIDATE_01);
  await fullPerson(source, inventedPerson(2), 'beta');
  await staffIn(source, [{ role: 'gestao' }]);
  const id = (await numberOf(source.platform, 'alfa')) ?? 0;
  const place = { secrets: source.platform.config.secrets, tenantId: id, purpose: 'staff refresh token' };
  await source.platform.db.write(id, async (tx) => {
    await makeNoticeSecret(tx, source.platform, 'pix', 24);
    await tx.many(sql`
      update staff_session set refresh_token = ${seal(place, 'refresh')}::text where tenant_id = ${id} returning id`);
    await tx.many(sql`
      update webhook_endpoint set previous_secret = secret where tenant_id = ${id} returning id`);
    // Message with a contract attached.
    await tx.many(sql`
      update notification set envelope = envelope || jsonb_build_object('attachments', jsonb_build_array(jsonb_build_object(
        'key', concat('tenants/', ${id}::bigint, '/contracts/1/one.pdf'), 'name', 'one.pdf', 'type', 'application/pdf')))
      where tenant_id = ${id} and id = (select min(id) from notification where tenant_id = ${id}) returning id`);
  });
  target = await secondCell(source);
  move = {
    ...{ source: source.platform, target: target.platform, alias: 'alfa', sealed: SEALED_COLUMNS },
    say: (line) => void said.push(line),
  };
});
afterAll(async () => {
  await target?.stop();
  await source?.stop();
});

/** Everything sealed of a tenant, opened. */
async function secretsOf({ platform }: Harness, tenantId: number): Promise<[string, string][]> {
  const { db, config } = platform;
  const found: [string, string][] = [];
  for (const { table, columns, purpose } of SEALED_COLUMNS)
    for (const column of columns)
      for (const { id, value } of await db.asOwner(
        (run) =>
          run(
            `select id, ${column} as value from ${table} where tenant_id = $1 and ${column} <> '' order by id`,
            [tenantId],
          ) as Promise<{ id: number; value: string }[]>,
      ))
        found.push([
          `${table}.${column} ${id}`,
          unseal({ secrets: config.secrets, tenantId, purpose }, value),
        ]);
  return found;
}

describe('a tenant that moves to another cell', () => {
  it('is copied while it works, invisible at the target, and then again what changed since', async () => {
    const first = await copyTenant(move);
    const rows = (of: typeof first) => of.tables.reduce((sum, { copied }) => sum + copied, 0);
    expect(rows(first)).toBeGreaterThan(300);
    expect(first.files.copied).toBeGreaterThan(0);
    expect(first.sealed).toBeGreaterThan(0);
    expect(await target.platform.db.tenantIds()).toHaveLength(2);
    const seen = await target.visitor(person.host).call('GET /candidate/institutions');
    expect([seen.status, seen.body.code]).toEqual([503, 'TENANT_MOVING']);
    const again = await copyTenant(move);
    expect([again.files.copied, again.sealed]).toEqual([0, 0]);
    expect(rows(again)).toBeLessThan(rows(first) / 4);
  });

  it('is at the target with every row, secret and file, and the source serves nothing of it', async () => {
    const [here = 0, there = 0] = [
      await numberOf(source.platform, 'alfa'),
      await numberOf(target.platform, 'alfa'),
    ];
    expect(here).not.toBe(there);
    const done = await switchTenant(move);
    const [before, after] = [
      await everythingOf(source.platform, here, LEFT),
      await everythingOf(target.platform, there, LEFT),
    ];
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [table, rows] of before) expect.soft(after.get(table), table).toEqual(rows);
    expect(done.tables.map(({ table }) => table).toSorted()).toEqual([...before.keys()].toSorted());
    expect([...before.values()].filter((rows) => rows.length > 0).length).toBeGreaterThan(60);
    expect(JSON.stringify([...after])).not.toContain(`tenants/${here}/`);
    const secrets = await secretsOf(source, here);
    expect(secrets.length).toBeGreaterThan(3);
    expect(await secretsOf(target, there)).toEqual(secrets);
    const gone = await person.client.call('GET /candidate/institutions');
    expect([gone.status, gone.body.code]).toEqual([503, 'TENANT_MOVING']);
    expect(gone.headers.get('retry-after')).toBe('3');
    const page = await person.client.send('GET', '/orbita/candidate/', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '3']);
    expect(page.body).toContain('Tente mais tarde.');
  });

  it('works on at the target: sign-in, files, new rows with numbers of their own', async () => {
    const client = target.visitor(person.host);
    await begin(client, await signIn(client, CANDIDATE_01));
    const documents = bodyOf(await listDocuments(client, person.subscriptionId));
    expect(documents.length).toBeGreaterThan(0);
    const file = await client.send('GET', `/orbita/api/candidate/documents/files/${person.fileId}`);
    expect(file.status).toBe(200);
    const former = person.client;
    expect((await target.visitor(person.host).send('GET', '/orbita/api/candidate/users/me')).status).not.toBe(
      200,
    );
    expect(former.token).toBeDefined();
    await fullPerson(target, inventedPerson(3));
  });
});
