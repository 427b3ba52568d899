import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Client } from '../../testing/client.ts';
import { type FullPerson, fullPerson, tenantIdOf } from '../../testing/full-person.ts';
import { type Harness, startHarness } from '../../testing/harness.ts';
import { CANDIDATE_01, inventedPerson } from '../../testing/people.ts';
import { arrivedOf, beginUpload, sendPiece, upload } from '../../testing/requests.ts';
import { startS3, type TestS3 } from '../../testing/s3/server.ts';
import { deepHealth } from '../health/deep-health.ts';
import { readErasures } from '../platform/erasure-list.ts';
import { readSealedBytes } from '../platform/files/storage.ts';
import { isSealed } from '../platform/files/vault.ts';
import type { Platform } from '../platform/platform.ts';
import { listOf } from '../privacy/erasure-job.ts';
import { repeatErasures } from '../privacy/repeat.ts';
import { reseal } from '../resealing.ts';
import { assemblePlatform, start } from '../start.ts';

const DAY_MS = 24 * 3600_000;
const NEW = 'the new secret of this installation, long enough';

let s3: TestS3;
let harness: Harness;
let person: FullPerson;
let tenantId: number;
/** A second node, with a data folder of its own. */
let other: { platform: Platform; url: string; close(): Promise<void> };
const elsewhere = mkdtempSync(join(tmpdir(), 'orbita-other-node-'));
const lines: string[] = [];

const nodeWith = async (secrets: readonly string[]) => {
  const db = { ...harness.platform.db, close: async () => undefined }; // the harness closes it
  const config = { ...harness.platform.config, dataDir: elsewhere, secret: secrets[0] ?? '', secrets };
  const platform = await assemblePlatform(config, db, { clock: harness.clock, writeLog: () => undefined });
  const { url, close } = await start({ ...config, role: 'api' }, platform);
  return { platform, url, close };
};

beforeAll(async () => {
  s3 = await startS3({ prefix: 'escola/' });
  harness = await startHarness({ environment: s3.environment, writeLog: (line) => lines.push(line) });
  person = await fullPerson(harness, CANDIDATE_01);
  await harness.platform.jobs.run('contract-copy');
  tenantId = await tenantIdOf(harness, 'alfa');
  other = await nodeWith([harness.platform.config.secret]);
});
afterEach(() => {
  s3.calm();
  s3.pageSize = 1000;
});
afterAll(async () => {
  await other?.close();
  await harness?.stop();
  await s3?.close();
  rmSync(elsewhere, { recursive: true, force: true });
});

/** The same browser at the other node. */
const there = (): Client => {
  const client = new Client(other.url, person.host);
  client.token = person.client.token;
  for (const [name, value] of person.client.cookies) client.cookies.set(name, value);
  return client;
};
const keys = async (prefix = ''): Promise<string[]> => {
  const found: string[] = [];
  for await (const { key } of harness.platform.files.list(prefix)) found.push(key);
  return found.sort();
};
const keyOfFile = async (fileId: number) =>
  (
    await harness.platform.db.tenant(tenantId).one<{ key: string }>(sql`
      select storage_key as key from document_file where tenant_id = ${tenantId} and id = ${fileId}`)
  )?.key ?? '';
const fileOf = (client: Client, fileId = person.fileId) =>
  client.send('GET', `/orbita/api/candidate/documents/files/${fileId}`);
const send = (client: Client = person.client) => upload(client, person.subscriptionId, person.documentId);

describe('a product whose files are in a bucket', () => {
  it('writes none of them to a disk, and seals everything', async () => {
    const kinds = new Set((await keys()).map((key) => key.split('/')[2]));
    expect([...kinds].sort()).toEqual(['contracts', 'documents', 'exports']);
    for (const key of await keys()) expect(isSealed(await harness.platform.files.getBytes(key))).toBe(true);
    for (const dataDir of [harness.platform.config.dataDir, elsewhere])
      expect(readdirSync(dataDir)).not.toContain('files');
  });

  it('serves files from every node', async () => {
    const [here, elsewhere] = [await fileOf(person.client), await fileOf(there())];
    expect([here.status, elsewhere.status]).toEqual([200, 200]);
  });

  it('continues on one node an upload begun on another, without a shared folder', async () => {
    const content = Buffer.concat([
      Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n'),
      Buffer.alloc(2_500_000, 'a line of a document\n'),
      Buffer.from('\nstartxref\n9\n%%EOF\n'),
    ]);
    const { id } = await beginUpload(person.client, person.subscriptionId, person.documentId, {
      size: content.length,
    });
    expect((await sendPiece(person.client, id, 0, content.subarray(0, 1_300_000))).status).toBe(204);
    expect(await arrivedOf(there(), id)).toEqual({ status: 200, offset: 1_300_000 });
    expect((await sendPiece(there(), id, 1_300_000, content.subarray(1_300_000))).status).toBe(204);
    const finish = (client: Client) =>
      client.call('POST /candidate/uploads/{uploadId}/file', { params: { uploadId: id } });
    const file = await finish(there());
    expect(file).toMatchObject({ status: 201, body: { size: content.length } });
    expect((await finish(person.client)).body.fileId).toBe(file.body.fileId);
    const stored = await readSealedBytes(harness.platform, tenantId, await keyOfFile(file.body.fileId));
    expect(stored.equals(content)).toBe(true);
    expect(await keys(`tenants/${tenantId}/uploads/`)).toEqual([]);
  });

  it('accepts no file while the bucket is down, loses none, and stays ready', async () => {
    s3.play({ refuse: 503, code: 'ServiceUnavailable' }, () => true, 10_000);
    expect((await send()).status).toBe(503);
    expect((await fileOf(person.client)).status).toBeGreaterThanOrEqual(200);
    const ready = await fetch(`${harness.url}/health/ready`);
    expect(ready.status).toBe(200);
    expect((await deepHealth(harness.platform)).disk).toEqual({ status: 'degraded', bucket: true });
    s3.calm();
    expect((await deepHealth(harness.platform)).disk).toEqual({ status: 'ok', bucket: true });
    expect((await send()).status).toBe(201);
  });

  it('a lost answer causes neither a failure nor a second file', async () => {
    const before = (await keys(`tenants/${tenantId}/documents/`)).length;
    s3.play('lost-answer', ({ method }) => method === 'PUT', 3);
    expect((await send()).status).toBe(201);
    expect(await keys(`tenants/${tenantId}/documents/`)).toHaveLength(before + 1);
  });

  it('deletes old files that no row names, page by page', async () => {
    const lost = Array.from({ length: 5 }, (_, n) => `tenants/${tenantId}/documents/1/lost-${n}`);
    const named = await keys(`tenants/${tenantId}/`);
    for (const key of lost) await harness.platform.files.put(key, 'x');
    await harness.platform.jobs.run('storage-sweep');
    expect(await keys(`tenants/${tenantId}/`)).toEqual([...named, ...lost].sort());
    s3.pageSize = 2;
    const wall = harness.platform.clock.wall();
    const later = vi.spyOn(harness.platform.clock, 'wall').mockReturnValue(wall + DAY_MS + 60_000);
    // The first time the bucket is away in the middle of it.
    s3.play({ refuse: 403, code: 'AccessDenied' }, ({ method }) => method === 'DELETE');
    await harness.platform.jobs.run('storage-sweep');
    await harness.platform.jobs.run('storage-sweep');
    later.mockRestore();
    s3.pageSize = 1000;
    expect(await keys(`tenants/${tenantId}/`)).toEqual(named);
  });

  it('deletes what a person deletes', async () => {
    const sent = await send();
    const { fileId } = sent.body as { fileId: number };
    const key = await keyOfFile(fileId);
    await harness.platform.jobs.run('scan');
    const gone = await there().send('DELETE', `/orbita/api/candidate/documents/files/${fileId}`);
    expect([gone.status, await harness.platform.files.exists(key)]).toEqual([204, false]);
  });

  it('deletes what an erasure removes', async () => {
    const leaver = await fullPerson(harness, inventedPerson(4), 'beta');
    const beta = await tenantIdOf(harness, 'beta');
    const operations = harness.operationsOf('beta');
    const mine = `tenants/${beta}/documents/${leaver.subscriptionId}/`;
    expect((await keys(mine)).length).toBeGreaterThan(0);
    await harness.platform.db.tenant(beta).many(sql`
      update subscription set status = 13, updated_at = '2026-01-05'
      where tenant_id = ${beta} and person_id = ${leaver.personId} returning id`);
    const asked = await leaver.client.call('POST /candidate/users/{uuid}/privacy-requests', {
      params: { uuid: leaver.uuid },
      body: { kind: 'deletion' },
    });
    const decided = await operations.call('POST /operations/privacy-requests/{id}/decision', {
      params: { id: asked.body.id },
      body: { decision: 'concluded' },
    });
    expect(decided.status).toBe(200);
    await harness.platform.jobs.run('retention');
    await harness.platform.jobs.run('document-sweep');
    expect(await keys(mine)).toEqual([]);
    // Its line lies in the bucket, where every node reads it and no sweep takes it.
    await expect.poll(() => keys('erasures/')).toHaveLength(1);
    await harness.platform.jobs.run('storage-sweep');
    for (const node of [harness, other])
      expect(await readErasures(listOf(node.platform))).toMatchObject({
        erasures: [{ tenantId: beta, uuid: leaver.uuid }],
        refused: 0,
      });
    // A database that was restored brings her back, and a node that starts erases her again.
    await harness.platform.db.tenant(beta).many(sql`
      delete from erasure where tenant_id = ${beta} and person_id = ${leaver.personId} returning 1`);
    await harness.platform.db.tenant(beta).many(sql`
      update person set name = 'De Volta', uuid = ${leaver.uuid}::uuid, anonymised_at = null
      where tenant_id = ${beta} and id = ${leaver.personId} returning id`);
    const { db, log } = other.platform;
    expect(await repeatErasures(db, listOf(other.platform), log)).toBe(1);
    expect((await deepHealth(other.platform)).erasures).toMatchObject({ status: 'ok', listed: 1 });
  });

  it('reseals everything under another secret, also when stopped halfway and resumed', async () => {
    const old = harness.platform.config.secret;
    const both = await nodeWith([NEW, old]);
    const after = await nodeWith([NEW]);
    const all = await keys('tenants/');
    s3.pageSize = 2;
    s3.play({ refuse: 507, code: 'InsufficientStorage' }, ({ method }) => method === 'PUT', 4);
    const stopped = await reseal(both.platform);
    expect([stopped.files + stopped.failed.length, stopped.failed.length > 0]).toEqual([all.length, true]);
    s3.calm();
    await reseal(both.platform);
    expect(await reseal(both.platform)).toMatchObject({ files: 0, erasures: 0, failed: [] });
    expect(await readErasures(listOf(after.platform))).toMatchObject({ erasures: [{}], refused: 0 });
    for (const key of all) {
      const of = Number(key.split('/')[1]);
      expect((await readSealedBytes(after.platform, of, key)).length).toBeGreaterThan(0);
      await expect(readSealedBytes(harness.platform, of, key)).rejects.toThrow();
    }
    await both.close();
    await after.close();
  });

  it('logs nothing of its keys', () => {
    expect(lines.length).toBeGreaterThan(0);
    const { id, secret } = s3.settings.keys;
    expect(lines.filter((line) => line.includes(id) || line.includes(secret))).toEqual([]);
  });
});
