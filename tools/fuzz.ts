/**
 * Sends malformed requests to every call of docs/openapi.json and to the sockets, and fails if one of them breaks something.
 * Usage: npm run fuzz -- [--seed 1] [--count 20000] [--engine pglite|postgres] [--only index] [--table] [--world folder]
 * [--minutes 5]
 */
import { parseArgs } from 'node:util';
import { report } from './fuzz/count.ts';
import { fuzz } from './fuzz/run.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    count: { type: 'string', default: '20000' },
    engine: { type: 'string', default: 'pglite' },
    only: { type: 'string' },
    world: { type: 'string' },
    minutes: { type: 'string' },
    table: { type: 'boolean', default: false },
  },
});
if (values.engine !== 'pglite' && values.engine !== 'postgres')
  throw new Error('--engine is pglite or postgres');
const seed = Number(values.seed);
const began = performance.now();
const { counts, found, chosen } = await fuzz({
  seed,
  count: Number(values.count),
  engine: values.engine,
  only: values.only === undefined ? undefined : Number(values.only),
  world: values.world,
  minutes: values.minutes === undefined ? undefined : Number(values.minutes),
  say: (text) => console.log(`[${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s] ${text}`),
});
const seconds = (performance.now() - began) / 1000;
console.log(`\nSeed ${seed} on ${values.engine}`);
for (const line of report(counts, chosen.description.calls, seconds, values.table)) console.log(line);
for (const { kind, key, index, what, request, log, times } of found) {
  console.log(
    `\n✗ ${kind}: ${key} (${times} times)\n  npm run fuzz -- --seed ${seed} --engine ${values.engine} --only ${index}\n  ${what}`,
  );
  console.log(request.replaceAll(/^/gm, '  > '));
  for (const line of log) console.log(`  ${line.slice(0, 2_000)}`);
}
console.log(found.length === 0 ? '\nNothing broke.' : `\n${found.length} kinds of faults.`);
process.exit(found.length === 0 ? 0 : 1);
