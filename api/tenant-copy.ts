/**
 * Moves a tenant to another cell while servers are running: `node api/tenant-copy.ts ALIAS --from FILE --to FILE
 * [--switch|--abort|--remove]`, where each FILE contains a cell's environment (docs/scale.md, "A tenant moves"). Exits with 1
 * if it failed.
 */
import { readFileSync } from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';
import { abortMove, CannotMove, copyTenant, removeMoved, switchTenant } from './cells/move.ts';
import { acquirerAccounts } from './payment/acquirers.ts';
import { loadConfig } from './platform/config.ts';
import { configured } from './platform/configured.ts';
import { openPostgres } from './platform/database/postgres.ts';
import type { Platform } from './platform/platform.ts';
import { SEALED_COLUMNS } from './resealing.ts';
import { assemblePlatform } from './start.ts';

const misused = (why: string): never => {
  console.error(why);
  process.exit(2);
};

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    switch: { type: 'boolean', default: false },
    abort: { type: 'boolean', default: false },
    remove: { type: 'boolean', default: false },
  },
});
const [alias, ...more] = positionals;
const ways = [given.switch, given.abort, given.remove].filter(Boolean).length;
if (!alias || more.length > 0 || !given.from || !given.to || ways > 1)
  misused('Give ALIAS, --from and --to, and at most one of --switch, --abort and --remove');

const cellOf = async (file: string): Promise<Platform> => {
  const config = configured(() =>
    loadConfig({ ...parseEnv(readFileSync(file, 'utf8')) }, 'all', acquirerAccounts),
  );
  const { databaseUrl: url = misused(`${file} has no DATABASE_URL`), ownerDatabaseUrl: ownerUrl } = config;
  const listenUrl = config.listenDatabaseUrl;
  return assemblePlatform(
    config,
    openPostgres({ url, listenUrl, pool: 2, ...(ownerUrl ? { ownerUrl } : {}) }),
  );
};

const work = given.switch ? switchTenant : given.abort ? abortMove : given.remove ? removeMoved : copyTenant;
try {
  const [source, target] = [await cellOf(given.from ?? ''), await cellOf(given.to ?? '')];
  await work({
    source,
    target,
    alias: alias ?? '',
    sealed: SEALED_COLUMNS,
    say: (line) => console.log(line),
  });
  process.exit(0);
} catch (error) {
  console.error(error instanceof CannotMove ? error.message : error);
  process.exit(1);
}
