/**
 * Prints a proxy's map from names to cells: `node api/cell-map.ts FILE --format caddy|haproxy|haproxy-map`, where FILE lists
 * the cells (docs/scale.md, "The map"). Exits with 1, without printing a map, if a name or alias exists in two cells.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { hostsOf } from './cells/hosts.ts';
import { type Cell, cellList, cellMap, FORMATS, type Named, NoMap } from './cells/map.ts';
import { acquirerAccounts } from './payment/acquirers.ts';
import { loadConfig, Misconfigured } from './platform/config.ts';
import { openPostgres } from './platform/database/postgres.ts';

const misused = (why: string): never => {
  console.error(why);
  process.exit(2);
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { format: { type: 'string', default: 'caddy' } },
});
const [file = misused('Give the file that lists the cells')] = positionals;
const format =
  FORMATS.find((one) => one === values.format) ?? misused(`--format is one of ${FORMATS.join(', ')}`);

const read = () => {
  try {
    return cellList.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return misused(`${file} does not list cells: ${(error as Error).message}`);
  }
};
/** The names of a cell, from its environment and its database. */
async function namesOf(environment: string): Promise<Named[]> {
  const env = parseEnv(readFileSync(resolve(dirname(file), environment), 'utf8'));
  const config = loadConfig({ ...env }, 'all', acquirerAccounts);
  const { databaseUrl: url, listenDatabaseUrl: listenUrl } = config;
  if (url === undefined) throw new Misconfigured(['DATABASE_URL is missing']);
  const db = openPostgres({ url, listenUrl, pool: 1 });
  return hostsOf(config, db).finally(() => db.close());
}
const cells: Cell[] = [];
for (const { name, nodes, environment, hosts } of read().cells) {
  const named = await namesOf(environment).catch((error: Error) => {
    console.error(`${name} (${environment}): ${error.message}`);
    process.exit(error instanceof Misconfigured ? 2 : 1);
  });
  cells.push({ name, nodes, hosts: [...named, ...hosts.map((host) => ({ host, tenant: null }))] });
}
try {
  process.stdout.write(cellMap(cells, format));
} catch (error) {
  if (!(error instanceof NoMap)) throw error;
  console.error(error.message);
  process.exit(1);
}
