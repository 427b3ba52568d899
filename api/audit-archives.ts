/**
 * Works with the audit's files (docs/runbook.md, "The end of the audit"); run it where the service is installed, with its
 * environment. `node api/audit-archives.ts verify` reads every file of every tenant, prints what each contains, and exits with
 * 1 if one is corrupt or missing. `print <tenant> <number>` prints the entries of one file, one JSON object per line, and exits
 * with 1 if they can't be trusted.
 */
import sql from 'sql-template-tag';
import { checkArchive, FIRST, listArchives, readArchive } from './caller/audit/archive-file.ts';
import { loadConfig } from './platform/config.ts';
import { configured } from './platform/configured.ts';
import { openForCommand } from './platform/database/for-command.ts';
import type { Platform } from './platform/platform.ts';
import { assemblePlatform } from './start.ts';

/** Reads all files of a tenant; returns false if one isn't as it should be. */
async function verify(platform: Platform, tenant: { id: number; alias: string }): Promise<boolean> {
  const archives = await listArchives(platform.db.tenant(tenant.id));
  let whole = true;
  let previous = FIRST;
  for (const [at, archive] of archives.entries()) {
    const { number, lines, first_at: from, last_at: to } = archive;
    const place = `${tenant.alias} ${number}`;
    try {
      if (number !== at + 1 || archive.previous_hash !== previous)
        throw new Error('it does not go on from the file before');
      await checkArchive(platform, tenant.id, archive);
      console.log(
        `${place}: ${lines} entries from ${from.toISOString()} to ${to.toISOString()}, ${archive.hash}`,
      );
    } catch (error) {
      whole = false;
      console.error(`${place}: ${(error as Error).message}`);
    }
    previous = archive.hash;
  }
  return whole;
}

/** Prints the entries of a file. @throws if they can't be trusted. */
async function print(platform: Platform, tenantId: number, number: number): Promise<void> {
  const archives = await listArchives(platform.db.tenant(tenantId));
  const archive = archives.find((one) => one.number === number);
  if (!archive) throw new Error('There is no such file');
  for await (const line of readArchive(platform, tenantId, archive)) console.log(line);
}

const [work, alias = '', number = ''] = process.argv.slice(2);
if (work !== 'verify' && !(work === 'print' && alias !== '' && /^\d{1,9}$/.test(number))) {
  console.error('verify, or print with a tenant and the number of a file');
  process.exit(2);
}
const config = configured(() => loadConfig());
const db = await openForCommand(config);
const platform = await assemblePlatform({ ...config, logLevel: 'error' }, db);
const tenants = await db.global.many<{ id: number; alias: string }>(
  sql`select id, alias from tenant order by id`,
);
let whole = true;
try {
  if (work === 'verify') for (const tenant of tenants) whole = (await verify(platform, tenant)) && whole;
  else {
    const tenant = tenants.find((one) => one.alias === alias);
    if (!tenant) throw new Error('There is no such tenant');
    await print(platform, tenant.id, Number(number));
  }
} catch (error) {
  whole = false;
  console.error((error as Error).message);
}
await db.close();
process.exit(whole ? 0 : 1);
