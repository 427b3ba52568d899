import { memoryFolder } from './memory-folder.ts';
import { run } from './processes.ts';

/** Types, lint and unit tests; with paths, the tests of those alone: `npm run check -- domain/payment api/payment`. */
const paths = process.argv.slice(2);
if (paths.length > 0) {
  const inMemory = memoryFolder();
  await run('vitest', ['run', ...paths], inMemory ? { env: { TMPDIR: inMemory } } : {});
  process.exit();
}
await run('tsc', ['-p', 'tsconfig.json', '--noEmit']);
await run('biome', ['check', '.']);
await run('vitest', ['run', 'domain', 'protocol', 'web', 'sandbox', 'cli', 'scripts']);
