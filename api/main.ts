import { parseArgs } from 'node:util';
import { loadReference } from './operations/index.ts';
import { loadConfig, type Role } from './platform/config.ts';
import { buildHouse, openDatabase, start } from './start.ts';

/** A node by itself, as in production: `node api/main.ts --role api|worker|all`. */
const { values } = parseArgs({ options: { role: { type: 'string', default: 'all' } } });
const config = loadConfig(process.env, values.role as Role);
const house = await buildHouse(config, await openDatabase(config));
// Without its states and municipalities an installation can take no catalogue.
await loadReference(house.db);
const started = await start(config, house);
house.log.info({ url: started.url, role: config.role }, 'serving');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void started.close().then(() => process.exit(0)));
}
