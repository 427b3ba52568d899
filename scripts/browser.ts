import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

const SYSTEM = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const starts = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'pipe', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
};

/**
 * A Chromium that starts on this machine: the system's, else Playwright's own, else the one in an npm package. Throws with what
 * to install when there is none.
 */
export async function findBrowser(): Promise<string> {
  for (const path of SYSTEM) if (path && starts(path)) return path;
  const { chromium } = await import('@playwright/test');
  const own = chromium.executablePath();
  if (own && starts(own)) return own;
  // Makes the package unpack the libraries it needs too, so that a bare machine is enough.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const path = await inTmp(async () => (await import('@sparticuz/chromium')).default.executablePath());
  if (starts(path)) return path;
  throw new Error('Nenhum navegador encontrado: instale o Chromium ou informe CHROMIUM_PATH.');
}

/** The package's font settings name `/tmp/fonts`: unpacked elsewhere, its Chromium finds no font and crashes. */
async function inTmp<T>(work: () => Promise<T>): Promise<T> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = '/tmp';
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}
