/**
 * Enforces the retention of backups (docs/runbook.md, "Backups"). `node api/backups.ts check` lists backups in
 * ORBITA_BACKUP_DIR, and former versions in the files bucket, that are older than ORBITA_BACKUP_DAYS, and exits with 1 if there
 * are any; `node api/backups.ts delete` deletes them.
 */
import { deleteOverdue, overdueBackups } from './platform/backups.ts';
import { createClock } from './platform/clock.ts';
import { loadBackupConfig } from './platform/config.ts';
import { configured } from './platform/configured.ts';
import type { BucketSettings } from './platform/files/bucket-client.ts';

/** Most versions listed individually; the rest are only counted. */
const NAMED = 100;

const [work] = process.argv.slice(2);
if (work !== 'check' && work !== 'delete') {
  console.error('check or delete');
  process.exit(2);
}
const { dir, bucket, days } = configured(() => loadBackupConfig());
const now = new Date(createClock().wall());

/** Deletes or lists overdue former versions; returns how many there were. */
async function endVersions(settings: BucketSettings): Promise<number> {
  const { openVersions } = await import('./platform/files/bucket-versions.ts');
  const versions = openVersions(settings);
  let count = 0;
  for await (const version of versions.overdue(days, now)) {
    count += 1;
    if (work === 'delete') await versions.drop(version);
    if (count > NAMED) continue;
    if (work === 'delete') console.log(`deleted a former version of ${version.key}`);
    else
      console.log(
        `older than ${days} days: a version of ${version.key}, former since ${version.since.toISOString()}`,
      );
  }
  if (count > NAMED) console.log(`${count} former versions`);
  versions.close();
  return count;
}

let left = 0;
if (dir && work === 'delete')
  for (const name of await deleteOverdue({ dir, days }, now)) console.log(`deleted ${name}`);
else if (dir)
  for (const { name, at } of await overdueBackups({ dir, days }, now)) {
    console.log(`older than ${days} days: ${name} of ${at.toISOString()}`);
    left += 1;
  }
if (bucket) {
  const found = await endVersions(bucket);
  if (work === 'check') left += found;
}
process.exitCode = left > 0 ? 1 : 0;
