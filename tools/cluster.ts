import { readOptions } from './cluster/options.ts';
import { checkPackages, findPooler } from './cluster/packages.ts';
import { runCluster } from './cluster/run.ts';
import { exitCodeOf, outcomeLines } from './cluster/table.ts';

const options = readOptions(process.argv.slice(2));
if ('say' in options) {
  console.log(options.say);
  process.exit(options.code);
}
const found = checkPackages();
if ('missing' in found) {
  console.log(`Not installed: ${found.missing.join(', ')}. This installs it:\n  ${found.install}`);
  process.exit(2);
}
const pooler = options.pooler ? findPooler() : { refused: '--pooler off' };
const pgbouncer = 'program' in pooler ? pooler.program : undefined;
if (!pgbouncer && 'refused' in pooler) console.log(`without a pooler and its fault: ${pooler.refused}`);
const faults = options.faults.filter((name) => name !== 'pooler' || pgbouncer !== undefined);
const { seed, sync, tenants, cells, candidates, writers } = options;
console.log(
  `seed ${seed}, sync ${sync ? 'on' : 'off'}, ${cells === 2 ? 'two cells' : 'one cell'}, ${tenants} empty tenants in each, ${candidates} candidates, ${writers} writers`,
);
const began = performance.now();
const say = (line: string) =>
  console.log(`[${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s] ${line}`);
const programs = { ...found.programs, ...(pgbouncer && { pgbouncer }) };
const outcomes = await runCluster({ ...options, faults, pooled: pgbouncer !== undefined, programs, say });
for (const line of outcomeLines(outcomes)) console.log(line);
process.exit(exitCodeOf(outcomes, options.sync));
