import { readOptions } from './cluster/options.ts';
import { checkPackages, poolerRefusal, poolerVersion } from './cluster/packages.ts';
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
// The product goes to the database by HAProxy alone: a pooler between would hide which of both lost something.
const refused = poolerRefusal(poolerVersion());
console.log(`without a pooler: ${refused ?? 'this tool does not start one'}`);
console.log(`seed ${options.seed}, sync ${options.sync ? 'on' : 'off'}, ${options.tenants} empty tenants`);
const began = performance.now();
const say = (line: string) =>
  console.log(`[${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s] ${line}`);
const outcomes = await runCluster({ ...options, programs: found.programs, say });
for (const line of outcomeLines(outcomes)) console.log(line);
process.exit(exitCodeOf(outcomes, options.sync));
