import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxEnvironment } from '@orbita/sandbox/environment';
import { createClock } from '../api/platform/clock.ts';
import type { Harness } from './harness.ts';
import { OPERATIONS_TOKEN } from './harness.ts';
import { layRelease } from './kept-release.ts';
import { PROXIED } from './proxied.ts';

/**
 * Starts an api of the kept release beside a product on PostgreSQL whose `ORBITA_SECRET` is `secret`: with its database,
 * folder, sandbox and time.
 */
export async function startReleaseNode({ platform, databaseUrl, sandbox }: Harness, secret: string) {
  const folder = mkdtempSync(join(tmpdir(), 'orbita-before-'));
  const { dataDir } = platform.config;
  createClock(join(dataDir, 'clock.json')).set(platform.clock.now());
  const child = spawn(process.execPath, [layRelease(folder).main, '--role', 'api'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      ORBITA_DATA_DIR: dataDir,
      ORBITA_SECRET: secret,
      ORBITA_OPERATIONS_TOKEN: OPERATIONS_TOKEN,
      ...PROXIED,
      ORBITA_SIGN_UPS_PER_HOUR: '1000000',
      ORBITA_LOG: 'info',
      ...sandboxEnvironment({
        url: sandbox.url,
        smtpPort: sandbox.ports.smtp,
        clamdPort: sandbox.ports.clamd,
        controlKey: 'control',
      }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const url = await new Promise<string>((serving, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        said += piece;
        const found = /"url":"http:\/\/localhost:(\d+)"/.exec(said)?.[1];
        if (found) serving(`http://127.0.0.1:${found}`);
      });
    child.once('exit', (code) => failed(new Error(`The kept release ended with ${code}:\n${said}`)));
  });
  return {
    url,
    async stop(): Promise<void> {
      child.removeAllListeners('exit');
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
