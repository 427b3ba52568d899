/**
 * Moves an installation's files from the folder into the bucket of `ORBITA_STORAGE_S3_BUCKET` (docs/runbook.md, "Files in a
 * bucket"). `node api/move-files.ts copy` may be run any number of times; `check` reports what it would do, `verify` reads
 * everything again. Exits with 1 if a file couldn't be copied or is missing.
 */
import { moveFiles, type Way } from './moving-files.ts';
import { loadConfig } from './platform/config.ts';
import { configured, refuseMisconfigured } from './platform/configured.ts';
import { openForCommand } from './platform/database/for-command.ts';
import { BucketDriver } from './platform/files/bucket.ts';
import { FolderDriver } from './platform/files/folder.ts';
import { checkFiles, filesFolder } from './platform/files/open-files.ts';
import { createLog } from './platform/log.ts';

const WAYS: readonly Way[] = ['check', 'copy', 'verify'];
const way = WAYS.find((one) => one === process.argv[2]);
if (!way) {
  console.error('check, copy or verify');
  process.exit(2);
}
const config = configured(() => loadConfig());
if (!config.bucket) {
  console.error('ORBITA_STORAGE_S3_BUCKET is missing: the bucket to which files are moved');
  process.exit(2);
}
const db = await openForCommand(config);
await checkFiles(config, createLog(config)).catch(refuseMisconfigured);
const folder = new FolderDriver(filesFolder(config));
const { named, copied, bytes, there, missing, failed, nobodys } = await moveFiles(
  { db, folder, bucket: new BucketDriver(config.bucket), say: console.log },
  way,
);
const MIB = 1024 * 1024;
console.log(
  `${named} files: ${copied} ${way === 'check' ? 'to copy' : 'copied'} (${Math.ceil(bytes / MIB)} MiB), ${there} there.`,
);
for (const [{ count, keys }, what] of [
  [nobodys, 'lie in the folder and no row names them: they stay there'],
  [missing, 'are named by a row and lie nowhere'],
  [failed, way === 'verify' ? 'are not in the bucket as they are in the folder' : 'could not be copied'],
] as const) {
  for (const key of keys) console.error(key);
  if (count > 0) console.error(`${count} ${what}`);
}
process.exit(missing.count + failed.count > 0 ? 1 : 0);
