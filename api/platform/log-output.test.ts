import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const program = `
  import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
  const log = createLog({ logLevel: 'info' });
  for (let n = 0; n < 20; n++) {
    log.info({ n }, 'a line');
    await new Promise((later) => setTimeout(later, 5));
  }
  process.stderr.write('still there');
`;
const run = (stdout: number | 'pipe') =>
  new Promise<{ code: number | null; said: string }>((done) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', stdout, 'pipe'],
    });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk));
    // The log's reader closes its end of the pipe.
    child.stdout?.destroy();
    child.once('close', (code) => done({ code, said }));
  });

it.runIf(process.platform === 'linux')('a full disk under the log does not end the process', async () => {
  expect(await run(openSync('/dev/full', 'w'))).toEqual({ code: 0, said: 'still there' });
});

it('a log that nobody reads any more does not end the process', async () => {
  expect(await run('pipe')).toEqual({ code: 0, said: 'still there' });
});
