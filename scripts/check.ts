import { run } from './processes.ts';

await run('tsc', ['-p', 'tsconfig.json', '--noEmit']);
await run('biome', ['check', '.']);
await run('vitest', ['run', 'domain', 'protocol', 'web', 'sandbox', 'cli', 'scripts']);
