import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fullPerson } from '@orbita/testing/full-person';
import { startHarness } from '@orbita/testing/harness';
import { DESCRIPTION, KEPT, KEPT_SECRET, type KeptCode, keep, readRows } from '@orbita/testing/kept-release';
import { inventedPerson } from '@orbita/testing/people';
import { personAt, STATUS, type Step } from '@orbita/testing/person-at';
import { packagesOf } from '../scripts/components.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { run } from '../scripts/processes.ts';
import { VERSION } from '../scripts/version.ts';
import { OUTSIDE } from './release/bundle.config.ts';
import { bareDescription } from './upgrade/description.ts';

const HELP = `npm run release -- keep

Keeps this release in testing/releases/before, as a build of server and worker and as rows and files that it wrote. The tests run it
beside the next one (docs/contributing.md, "A release").`;

const root = join(import.meta.dirname, '..');
/** What the server reads besides its source. */
const READ = ['api/migrations/*.sql', 'api/tenancy/places.tsv'];

/** Licences of the bundled packages, which must be included. */
const licences = (): [string, string][] =>
  packagesOf(['@orbita/api'])
    .filter((path) => !path.startsWith('node_modules/@orbita/'))
    .flatMap((path) => globSync(`${path}/{LICENSE,LICENCE,license,licence,NOTICE}*`, { cwd: root }))
    .filter((file) => statSync(join(root, file)).isFile())
    .map((file) => [file.replaceAll('node_modules/', 'licences/'), readFileSync(join(root, file), 'utf8')]);

/** A build of server and worker, by path. */
async function built(): Promise<KeptCode> {
  const folder = mkdtempSync(join(tmpdir(), 'orbita-release-'));
  const config = join(root, 'tools/release/bundle.config.ts');
  await run('rolldown', ['-c', config, '-d', join(folder, 'code'), '--log-level', 'silent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const textsOf = (from: string, patterns: string[]): [string, string][] =>
    globSync(patterns, { cwd: from }).map((file) => [file, readFileSync(join(from, file), 'utf8')]);
  const described = JSON.stringify(bareDescription(readFileSync(join(root, 'docs/openapi.json'), 'utf8')));
  const code = Object.fromEntries(
    [
      ...textsOf(folder, ['code/*.js']),
      ...textsOf(root, READ),
      ...licences(),
      [DESCRIPTION, described] as [string, string],
    ].sort(),
  );
  rmSync(folder, { recursive: true });
  return code;
}

/** Rows and files of the demo, with one record of every kind in both colleges, and somebody at each step. */
async function written() {
  const server = await startPostgres({ durable: false });
  try {
    process.env.ORBITA_TEST_POSTGRES = server.url;
    const harness = await startHarness({ environment: { ORBITA_SECRET: KEPT_SECRET } });
    await fullPerson(harness, inventedPerson(1));
    await fullPerson(harness, inventedPerson(2), 'beta');
    for (const step of Object.keys(STATUS) as Step[]) await personAt(harness, step);
    await personAt(harness, 'paid', { person: inventedPerson(3) });
    const { dataDir } = harness.platform.config;
    const files = Object.fromEntries(
      globSync('files/**/*', { cwd: dataDir })
        .filter((path) => statSync(join(dataDir, path)).isFile())
        .map((path) => [path, readFileSync(join(dataDir, path), 'base64')]),
    );
    const rows = await readRows(harness.databaseUrl ?? '');
    await harness.stop();
    return { ...rows, files };
  } finally {
    await server.stop();
  }
}

const [command] = process.argv.slice(2);
if (command !== 'keep') {
  console.error(HELP);
  process.exit(2);
}
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const facts = {
  version: VERSION,
  schema: globSync('api/migrations/*.sql', { cwd: root }).sort().at(-1)?.split('/').at(-1)?.slice(0, 4) ?? '',
  outside: Object.fromEntries(OUTSIDE.map((name) => [name, packages[`node_modules/${name}`].version])),
};
keep(facts, await built(), await written());
for (const file of ['code.br', 'rows.br'])
  console.log(`${file}: ${Math.ceil(statSync(join(KEPT, file)).size / 1024)} KiB`);
process.exit(0);
