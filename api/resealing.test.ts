import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Client } from '../testing/client.ts';
import { type FullPerson, fullPerson, tenantIdOf } from '../testing/full-person.ts';
import { type Harness, OPERATIONS_TOKEN, startHarness } from '../testing/harness.ts';
import { CANDIDATE_01, inventedPerson } from '../testing/people.ts';
import { upload } from '../testing/requests.ts';
import { staffIn } from '../testing/staff.ts';
import { makeNoticeSecret } from './payment/notice-secrets.ts';
import { readErasures, writeErasures } from './platform/erasure-list.ts';
import { readSealedBytes } from './platform/files/storage.ts';
import type { Platform } from './platform/platform.ts';
import { seal, unseal } from './platform/seal.ts';
import { listOf } from './privacy/erasure-job.ts';
import { reseal, SEALED_COLUMNS } from './resealing.ts';
import { assemblePlatform, start } from './start.ts';

const NEW = 'the new secret of this installation, long enough';
const FOREIGN = 'a secret that this installation never had, long enough';

type Server = { platform: Platform; url: string; close(): Promise<void> };
let harness: Harness;
let old: string;
let tenantId: number;
let person: FullPerson;
/** A server that writes with the new secret and reads both, and one that knows only the new one. */
let both: Server;
let after: Server;

const serverWith = async (secrets: readonly string[]): Promise<Server> => {
  // The database belongs to the harness, which closes it.
  const db = { ...harness.platform.db, close: async () => undefined };
  const config = { ...harness.platform.config, secret: secrets[0] ?? '', secrets };
  const platform = await assemblePlatform(config, db, { clock: harness.clock, writeLog: () => undefined });
  const { url, close } = await start({ ...config, role: 'api' }, platform);
  return { platform, url, close };
};
/** The same browser at another server. */
const at = ({ url }: { url: string }, of: Client): Client => {
  const client = new Client(url, person.host);
  client.token = of.token;
  for (const [name, value] of of.cookies) client.cookies.set(name, value);
  return client;
};

beforeAll(async () => {
  harness = await startHarness({ callsPerMinute: 1_000_000 });
  old = harness.platform.config.secret;
  person = await fullPerson(harness, CANDIDATE_01);
  tenantId = await tenantIdOf(harness, 'alfa');
  await fullPerson(harness, inventedPerson(2), 'beta');
  await staffIn(harness, [{ role: 'gestao' }]);
  for (const tenantId of await harness.platform.db.tenantIds()) {
    const place = { secrets: [old], tenantId, purpose: 'staff refresh token' };
    await harness.platform.db.write(tenantId, async (tx) => {
      await makeNoticeSecret(tx, harness.platform, 'pix', 24);
      await tx.many(sql`
        update staff_session set refresh_token = ${seal(place, 'refresh')}::text where tenant_id = ${tenantId} returning id`);
      await tx.many(sql`
        update webhook_endpoint set previous_secret = secret where tenant_id = ${tenantId} returning id`);
    });
  }
  await writeErasures(listOf(harness.platform), [
    { tenantId: 1, uuid: '00000000-0000-4000-8000-000000000001', at: harness.clock.now() },
  ]);
  both = await serverWith([NEW, old]);
  after = await serverWith([NEW]);
});
afterAll(async () => {
  await both?.close();
  await after?.close();
  await harness?.stop();
});

/** Everything sealed in the tables: its place, and its contents when opened with these secrets. */
async function rowsWith(secrets: readonly string[]): Promise<[place: string, says: string][]> {
  const found: [string, string][] = [];
  for (const tenantId of await harness.platform.db.tenantIds())
    for (const { table, columns, purpose } of SEALED_COLUMNS)
      for (const column of columns)
        for (const { id, value } of await harness.platform.db
          .tenant(tenantId)
          .many<{ id: number; value: string }>(sql`
          select id, ${raw(column)} as value from ${raw(table)}
          where tenant_id = ${tenantId} and ${raw(column)} <> '' order by id`))
          found.push([
            `${table}.${column} ${id} of ${tenantId}`,
            unseal({ secrets, tenantId, purpose }, value),
          ]);
  return found;
}
const keysOf = (): string[] => {
  const folder = join(harness.platform.config.dataDir, 'files');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1));
};
const filesOf = (platform: Platform) =>
  Promise.all(
    keysOf().map(async (key) => {
      const tenantId = Number(key.split('/')[1]);
      return [key, (await readSealedBytes(platform, tenantId, key)).toString('base64')];
    }),
  );
const me = (client: Client) =>
  client.call('GET /candidate/subscriptions/{id}/documents', { params: { id: person.subscriptionId } });

describe('replacing a secret while servers run', () => {
  it('covers every place that seals a row, and each has data here', async () => {
    const rows = await rowsWith([old]);
    for (const { table, columns } of SEALED_COLUMNS)
      for (const column of columns)
        expect([table, column, rows.some(([place]) => place.startsWith(`${table}.${column} `))]).toEqual([
          table,
          column,
          true,
        ]);
    expect(keysOf().length).toBeGreaterThan(1);
    // Anything else that is sealed is in cookies that live for minutes.
    const sealing = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    );
    const users = sealing.filter((file) =>
      /\bseal\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
    );
    expect(users.sort()).toEqual([
      'approval/store.ts',
      // The columns of the list, for another cell.
      'cells/seals.ts',
      'messaging/webhooks/sign.ts',
      'payment/notice-secrets.ts',
      'platform/begun-sign-ins.ts',
      'platform/seal.ts',
      'staff/provider/session-part.ts',
    ]);
  });

  it('opens old sessions and files, and signs new ones that other servers accept once they know it', async () => {
    expect((await me(at(both, person.client))).status).toBe(200);
    expect((await me(at(after, person.client))).status).toBe(401);
    const file = await at(both, person.client).send(
      'GET',
      `/orbita/api/candidate/documents/files/${person.fileId}`,
    );
    expect(file.status).toBe(200);
    const { refused } = await readErasures(listOf(both.platform));
    expect(refused).toBe(0);
  });

  it('resumes a stopped run, changes no content, and finds nothing to do afterwards', async () => {
    const says = await rowsWith([old]);
    const files = new Map((await filesOf(harness.platform)) as [string, string][]);
    // The disk fills up in the middle of it.
    let pieces = 0;
    const put = both.platform.files.putStream.bind(both.platform.files);
    const spy = vi.spyOn(both.platform.files, 'putStream').mockImplementation((...given) => {
      pieces += 1;
      return pieces > 1 ? Promise.reject(new Error('no space left on device')) : put(...given);
    });
    const stopped = await reseal(both.platform);
    spy.mockRestore();
    expect(stopped.files).toBe(1);
    expect(stopped.rows).toBe(says.length);
    expect(stopped.failed.length).toBe(files.size - 1);
    expect(stopped.failed[0]).toMatch(/^tenants\/\d+\/.*: no space left on device$/);
    // Meanwhile somebody sends a file to each of the servers.
    const [one, other] = await Promise.all([
      upload(person.client, person.subscriptionId, person.documentId),
      upload(at(both, person.client), person.subscriptionId, person.documentId),
      reseal(both.platform),
    ]);
    expect([one.status, other.status]).toEqual([201, 201]);
    await reseal(both.platform);
    expect(await reseal(both.platform)).toEqual({ rows: 0, files: 0, erasures: 0, failed: [] });
    expect(await rowsWith([NEW])).toEqual(says);
    const now = new Map((await filesOf(after.platform)) as [string, string][]);
    for (const [key, content] of files) expect([key, now.get(key) === content]).toEqual([key, true]);
    expect(now.size).toBeGreaterThan(files.size);
    const list = await readErasures(listOf(after.platform));
    expect([list.erasures.length, list.refused]).toEqual([1, 0]);
  });

  it('leaves what no secret opens unchanged, and says where', async () => {
    const place = { secrets: [FOREIGN], tenantId: tenantId, purpose: 'institution webhook' };
    const strange = seal(place, 'whsec_x');
    const on = harness.platform.db.tenant(tenantId);
    await on.many(sql`
      update webhook_endpoint set previous_secret = ${strange}::text
      where tenant_id = ${tenantId} and id = ${person.endpointId} returning id`);
    const { failed, rows } = await reseal(both.platform);
    expect([rows, failed]).toEqual([
      0,
      [`webhook_endpoint ${person.endpointId} of tenant ${tenantId}: no secret opens it`],
    ]);
    const row = await on.one<{ value: string }>(sql`
      select previous_secret as value from webhook_endpoint
      where tenant_id = ${tenantId} and id = ${person.endpointId}`);
    expect(row?.value).toBe(strange);
  });

  it('lets servers with only the new secret accept new sessions', async () => {
    const client = new Client(both.url, person.host);
    client.headers = { authorization: `Bearer ${OPERATIONS_TOKEN}`, 'x-tenant-alias': 'alfa' };
    const { body } = await client.call('POST /operations/handoffs', {
      body: { personId: person.personId, redirectTo: '/orbita/candidate/portal' },
    });
    const browser = new Client(both.url, person.host);
    const code = /[#?&]code=([^&]+)/.exec(JSON.stringify(body))?.[1]?.replace(/".*/, '') ?? '';
    const entered = await browser.call('POST /platform/auth/handoff/exchange', { body: { code } });
    browser.token = entered.body.accessToken;
    expect((await me(at(after, browser))).status).toBe(200);
  });
});
