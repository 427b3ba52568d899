import { parseArgs } from 'node:util';
import { loadReference } from './operations/provisioning/reference.ts';
import { loadConfig, Misconfigured, ROLES } from './platform/config.ts';
import { configured } from './platform/configured.ts';
import { buildPlatform, openDatabase, start } from './start.ts';

/** Starts one server process as in production: `node api/main.ts --role api|worker|all`. */
const { values } = parseArgs({ options: { role: { type: 'string', default: 'all' } } });
const config = configured(() => {
  const role = ROLES.find((one) => one === values.role);
  if (!role) throw new Misconfigured([`--role ${values.role} is none of ${ROLES.join(', ')}`]);
  return loadConfig(process.env, role);
});
const platform = await buildPlatform(config, await openDatabase(config));
// A catalogue refers to states and municipalities, so they must exist first.
await loadReference(platform.db);
const started = await start(config, platform);
platform.log.info({ url: started.url, role: config.role }, 'serving');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void started.close().then(() => process.exit(0)));
}
