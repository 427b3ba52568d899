import { parseArgs } from 'node:util';
import { loadReference } from './operations/index.ts';
import { loadConfig, Misconfigured, ROLES } from './platform/config.ts';
import { configured } from './platform/configured.ts';
import { buildHouse, openDatabase, start } from './start.ts';

/** A node by itself, as in production: `node api/main.ts --role api|worker|all`. */
const { values } = parseArgs({ options: { role: { type: 'string', default: 'all' } } });
const config = configured(() => {
  const role = ROLES.find((one) => one === values.role);
  if (!role) throw new Misconfigured([`--role ${values.role} is none of ${ROLES.join(', ')}`]);
  return loadConfig(process.env, role);
});
const house = await buildHouse(config, await openDatabase(config));
// Without its states and municipalities an installation can take no catalogue.
await loadReference(house.db);
const started = await start(config, house);
house.log.info({ url: started.url, role: config.role }, 'serving');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void started.close().then(() => process.exit(0)));
}
