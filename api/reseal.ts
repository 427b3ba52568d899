/**
 * Reseals what `ORBITA_PREVIOUS_SECRET` still opens under `ORBITA_SECRET`: `node api/reseal.ts`, while servers are running.
 * Exits with 1 if something couldn't be resealed.
 */
import { loadConfig } from './platform/config.ts';
import { configured } from './platform/configured.ts';
import { openForCommand } from './platform/database/for-command.ts';
import { reseal } from './resealing.ts';
import { assemblePlatform } from './start.ts';

const config = configured(() => loadConfig());
if (config.secrets.length < 2) {
  console.error('ORBITA_PREVIOUS_SECRET is missing: the secret under which things are sealed now');
  process.exit(2);
}
const db = await openForCommand(config);
const platform = await assemblePlatform(config, db);
const { rows, files, erasures, failed } = await reseal(platform);
console.log(`Sealed anew: ${rows} rows, ${files} files, ${erasures} lines of the list of erasures.`);
for (const place of failed.slice(0, 100)) console.error(place);
if (failed.length > 0) console.error(`${failed.length} could not be sealed anew and are as they were`);
else console.log('ORBITA_PREVIOUS_SECRET may go once the sessions it signed have ended: after 7 days.');
process.exit(failed.length > 0 ? 1 : 0);
