import { readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bareEnvironment } from '../../../testing/bare-environment.ts';
import { type Harness, startHarness } from '../../../testing/harness.ts';
import { runToEnd } from '../../../testing/server-process.ts';
import { BATCH } from '../../platform/database/batches.ts';
import { ArchiveBroken, checkArchive, FIRST, listArchives, readArchive } from './archive-file.ts';
import { auditArchiveJob } from './archive-job.ts';

/** Tenant alfa of the demo. */
const tenantId = 1;
const CALL = 'GET /operations/essays';

let harness: Harness;
const lines: string[] = [];
beforeAll(async () => {
  harness = await startHarness({
    environment: { ORBITA_AUDIT_MONTHS: '6' },
    writeLog: (line) => void lines.push(line),
  });
});
afterAll(() => harness?.stop());

const on = () => harness.platform.db.tenant(tenantId);
const asOwner = (text: string) => harness.platform.db.asOwner((run) => run(text));
const at = (time: string) => harness.clock.set(new Date(time));
async function callAt(time: string): Promise<void> {
  at(time);
  expect((await harness.operations.call(CALL)).status).toBe(200);
}
const kept = () =>
  on().many<{ id: number; line: string }>(sql`
    select id, to_jsonb(a)::text as line from audit_log a where tenant_id = ${tenantId} and action = ${CALL} order by id`);
const archive = () => harness.platform.jobs.run('audit-archive');
const entriesOf = async (number: number): Promise<string[]> => {
  const found = (await listArchives(on())).find((one) => one.number === number);
  if (!found) throw new Error(`There is no file ${number}`);
  const entries: string[] = [];
  for await (const entry of readArchive(harness.platform, tenantId, found)) entries.push(entry);
  return entries;
};
const folder = () => join(harness.platform.config.dataDir, 'files/tenants', String(tenantId), 'audit');
const fileOf = async (number: number) => {
  const { storage_key: key } = (await listArchives(on()))[number - 1] ?? { storage_key: '' };
  return join(harness.platform.config.dataDir, 'files', key);
};

describe('the end of the audit retention', () => {
  it('archives whole days of a month in a sealed file, each of which continues the one before', async () => {
    for (const time of [
      '2026-01-12T10:00:00-03:00',
      '2026-01-31T23:59:59.999-03:00',
      '2026-02-01T00:00:00-03:00',
      '2026-04-14T23:59:59.999-03:00',
      // Midnight in the college's time zone, not in UTC: six months ago, and so part of a day that is not over.
      '2026-04-15T00:00:00-03:00',
      '2026-10-01T09:00:00-03:00',
    ])
      await callAt(time);
    const before = await kept();
    at('2026-10-15T00:00:00-03:00');
    expect(await archive()).toBeGreaterThanOrEqual(4);
    expect(await kept()).toEqual(before.slice(4));
    const archives = await listArchives(on());
    expect(archives.map(({ number, previous_hash }) => [number, previous_hash])).toEqual([
      [1, FIRST],
      [2, archives[0]?.hash],
      [3, archives[1]?.hash],
    ]);
    const written = (await Promise.all([1, 2, 3].map(entriesOf))).map((entries) =>
      entries.filter((line) => line.includes(CALL)),
    );
    const [january, edge, february, april] = before.map(({ line }) => line);
    expect(written).toEqual([[january, edge], [february], [april]]);
    // The file is sealed: nothing of it can be read in the store.
    expect(readFileSync(await fileOf(1), 'latin1')).not.toContain('operations');
  });

  it('logs the hash of each file', async () => {
    const said = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'audit archived');
    const archives = await listArchives(on());
    const own = said.filter((line) => line.tenantId === tenantId);
    expect(own.map(({ archive: number, hash }) => [number, hash])).toEqual(
      archives.map(({ number, hash }) => [number, hash]),
    );
  });

  it('archives nothing twice', async () => {
    const before = await kept();
    expect(await archive()).toBe(0);
    expect(await kept()).toEqual(before);
    expect(await listArchives(on())).toHaveLength(3);
  });

  it('archives once, however many nodes run it at once', async () => {
    await callAt('2026-10-16T09:00:00-03:00');
    at('2027-05-20T09:00:00-03:00');
    const all = await kept();
    await Promise.all(Array.from({ length: 4 }, () => auditArchiveJob.run(harness.platform)));
    const archives = await listArchives(on());
    const written = await Promise.all(archives.slice(3).map(({ number }) => entriesOf(number)));
    expect(written.flat().filter((line) => line.includes(CALL))).toEqual(all.map(({ line }) => line));
    expect(await kept()).toEqual([]);
    // A run that came too late leaves no file.
    expect(readdirSync(folder()).length).toBe(archives.length);
  });

  it('resumes when a process was killed before it had deleted the entries', async () => {
    const { number } = (await listArchives(on())).at(-1) ?? { number: 0 };
    const entries = await entriesOf(number);
    await asOwner(
      `update audit_archive set removed_at = null where tenant_id = ${tenantId} and number = ${number}`,
    );
    for (const entry of entries)
      await harness.platform.db.asOwner((run) =>
        run('insert into audit_log select * from jsonb_populate_record(null::audit_log, $1::jsonb)', [entry]),
      );
    expect(await archive()).toBe(entries.length);
    expect(await archive()).toBe(0);
  });

  it('keeps its files in the sweep of files that no document names', async () => {
    for (const name of readdirSync(folder())) utimesSync(join(folder(), name), 0, 0);
    const before = readdirSync(folder());
    await harness.platform.jobs.run('storage-sweep');
    expect(readdirSync(folder())).toEqual(before);
  });

  it.runIf(process.env.ORBITA_TEST_POSTGRES)('can be verified and printed by command', async () => {
    const env = {
      ...bareEnvironment(),
      NODE_ENV: 'test',
      DATABASE_URL: harness.databaseUrl,
      ORBITA_DATA_DIR: harness.platform.config.dataDir,
    };
    const command = join(import.meta.dirname, '../../audit-archives.ts');
    const verified = await runToEnd(command, env, ['verify']);
    expect([verified.code, verified.output]).toEqual([0, expect.stringContaining(`alfa 1: `)]);
    const printed = await runToEnd(command, env, ['print', 'alfa', '1']);
    expect(printed).toEqual({ code: 0, output: `${(await entriesOf(1)).join('\n')}\n` });
    // A file that is missing, and a row that was changed by the database owner.
    const second = await fileOf(2);
    renameSync(second, `${second}.away`);
    const setHash = (hash: string | undefined) =>
      asOwner(`update audit_archive set hash = '${hash}' where tenant_id = ${tenantId} and number = 3`);
    const { hash } = (await listArchives(on()))[2] ?? {};
    await setHash('f'.repeat(64));
    const broken = await runToEnd(command, env, ['verify']);
    expect(broken.code).toBe(1);
    expect(broken.output).toMatch(/^alfa 1: \d+ entries/m);
    expect(broken.output).toMatch(/^alfa 2: .* is gone$/m);
    expect(broken.output).toMatch(/^alfa 3: .*its hash is another$/m);
    expect(broken.output).toMatch(/^alfa 4: it does not go on from the file before$/m);
    renameSync(`${second}.away`, second);
    await setHash(hash);
  });
});

describe('a file of the audit', () => {
  it('is rejected when a byte differs or when it is another file', async () => {
    const archives = await listArchives(on());
    const [first, , third] = archives;
    if (!first || !third) throw new Error('There are too few files');
    const file = await fileOf(1);
    const whole = readFileSync(file);
    const changed = Buffer.from(whole);
    changed[200] = (changed[200] ?? 0) ^ 1;
    writeFileSync(file, changed);
    await expect(checkArchive(harness.platform, tenantId, first)).rejects.toThrow();
    writeFileSync(file, readFileSync(await fileOf(3)));
    await expect(checkArchive(harness.platform, tenantId, first)).rejects.toThrow();
    writeFileSync(file, whole);
    await checkArchive(harness.platform, tenantId, first);
    for (const wrong of [
      { ...first, hash: third.hash },
      { ...first, previous_hash: third.hash },
      { ...first, number: 2 },
      { ...first, lines: first.lines + 1 },
      { ...first, lines: first.lines - 1 },
    ])
      await expect(checkArchive(harness.platform, tenantId, wrong)).rejects.toThrow(ArchiveBroken);
  });

  it('that cannot be opened or does not match its row keeps its entries in the database', async () => {
    await callAt('2027-05-21T09:00:00-03:00');
    // Deleting takes more than one statement.
    await on().many(sql`insert into audit_log (tenant_id, at, token_name, action, outcome)
      select ${tenantId}, '2027-05-22T12:00:00Z', 'x', ${CALL}::text, 200 from generate_series(1, ${BATCH + 1}::int) returning id`);
    at('2028-01-20T09:00:00-03:00');
    const before = await kept();
    const { files } = harness.platform;
    const read = files.getStream.bind(files);
    files.getStream = () => Promise.reject(new Error('the store is away'));
    await expect(archive()).rejects.toThrow('the store is away');
    files.getStream = read;
    expect(await kept()).toEqual(before);
    const { hash } = (await listArchives(on())).at(-1) ?? { hash: '' };
    const setHash = (now: string, then: string) =>
      asOwner(`update audit_archive set hash = '${now}' where tenant_id = ${tenantId} and hash = '${then}'`);
    await setHash('f'.repeat(64), hash);
    await expect(archive()).rejects.toThrow('its hash is another');
    expect(await kept()).toEqual(before);
    await setHash(hash, 'f'.repeat(64));
    expect(await archive()).toBeGreaterThan(0);
    expect(await kept()).toEqual([]);
  });
});

describe('the database', () => {
  it('refuses to delete an entry that is in no file, and to change any', async () => {
    await callAt('2028-01-21T09:00:00-03:00');
    const before = await kept();
    expect(before).toHaveLength(1);
    expect(await on().many(sql`delete from audit_log where tenant_id = ${tenantId} returning 1`)).toEqual([]);
    expect(await kept()).toEqual(before);
  });

  it('refuses an archive of the last six months, and any change of one except deleting its entries', async () => {
    const insert = (before: string) =>
      on().many(sql`insert into audit_archive (tenant_id, number, before, lines, first_at, last_at, last_id, previous_hash,
          hash, storage_key, made_at)
        values (${tenantId}, 999, ${before}::timestamptz, 1, '2027-01-01', '2027-01-01', 9, '', '', '', '2028-01-21')
        returning number`);
    await expect(insert('2027-08-01')).rejects.toThrow('check');
    await expect(
      on().many(sql`update audit_archive set hash = '' where tenant_id = ${tenantId} returning number`),
    ).rejects.toThrow('denied');
    await expect(
      on().many(sql`delete from audit_archive where tenant_id = ${tenantId} returning number`),
    ).rejects.toThrow('denied');
  });
});

it('an installation without the setting keeps the audit log permanently', async () => {
  const { platform } = harness;
  const off = { ...platform, config: { ...platform.config, auditMonths: undefined } };
  at('2040-01-20T09:00:00-03:00');
  const before = await kept();
  expect(await auditArchiveJob.run(off)).toBe(0);
  expect(await kept()).toEqual(before);
});
