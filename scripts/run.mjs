// Plain JavaScript for any Node from 18 on: installs the project's own Node 24 and its packages, then hands over.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, nodeOf } from './install.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const [command = 'start', ...rest] = process.argv.slice(2);

const forRunning = ['start', 'dev', 'db-reset'].includes(command);
await install(forRunning);

const node = nodeOf();
const path = [join(root, 'node_modules', '.bin'), dirname(node), process.env.PATH].join(
  process.platform === 'win32' ? ';' : ':',
);
const file = ['scripts', 'tools'].map((folder) => join(root, folder, `${command}.ts`)).find(existsSync);
/** Long-running processes beside other work use little memory, as in the image, and find their modules compiled. */
const small = forRunning
  ? {
      options: ['--max-semi-space-size=4', '--optimize-for-size'],
      env: {
        MALLOC_ARENA_MAX: '2',
        MALLOC_TRIM_THRESHOLD_: '65536',
        // Memory freed in blocks of this size is returned to the system: otherwise half of what starting used would stay.
        MALLOC_MMAP_THRESHOLD_: '32768',
        MALLOC_TOP_PAD_: '0',
        NODE_COMPILE_CACHE: join(root, 'node_modules', '.compiled'),
      },
    }
  : { options: [], env: {} };
const child = spawn(node, [...small.options, file, ...rest], {
  stdio: 'inherit',
  env: { ...small.env, ...process.env, PATH: path },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
