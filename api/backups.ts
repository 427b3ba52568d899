/**
 * The end of backups: `node api/backups.ts check` names those in ORBITA_BACKUP_DIR that are older than ORBITA_BACKUP_DAYS and
 * ends with 1 when there are any; `node api/backups.ts delete` deletes them (docs/runbook.md, "Backups").
 */
import { deleteOverdue, overdueBackups } from './platform/backups.ts';
import { createClock } from './platform/clock.ts';
import { loadBackupConfig } from './platform/config.ts';
import { configured } from './platform/configured.ts';

const [work] = process.argv.slice(2);
if (work !== 'check' && work !== 'delete') {
  console.error('check or delete');
  process.exit(2);
}
const backups = configured(() => loadBackupConfig());
const now = new Date(createClock().wall());
if (work === 'delete') {
  for (const name of await deleteOverdue(backups, now)) console.log(`deleted ${name}`);
} else {
  const over = await overdueBackups(backups, now);
  for (const { name, at } of over)
    console.log(`older than ${backups.days} days: ${name} of ${at.toISOString()}`);
  process.exitCode = over.length > 0 ? 1 : 0;
}
