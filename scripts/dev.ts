import { join } from 'node:path';
import { launch, run } from './processes.ts';

/** `npm start` in watch mode: the server restarts and the web app is rebuilt when files change. */
const root = join(import.meta.dirname, '..');
launch(
  join(root, 'node_modules/vite/bin/vite.js'),
  ['build', '--watch', '--logLevel', 'warn', join(root, 'web')],
  {},
);
launch(
  join(root, 'node_modules/vite/bin/vite.js'),
  ['build', '--watch', '--logLevel', 'warn', '--config', join(root, 'web/card-fields/vite.config.ts')],
  {},
);
launch(
  join(root, 'node_modules/vite/bin/vite.js'),
  ['build', '--watch', '--logLevel', 'warn', join(root, 'console')],
  {},
);
await run(
  process.execPath,
  [
    '--watch-path=api',
    '--watch-path=domain',
    '--watch-path=protocol',
    '--watch-path=sandbox',
    join(root, 'scripts/start.ts'),
  ],
  { cwd: root },
);
