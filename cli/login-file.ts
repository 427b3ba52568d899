import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** What `orbita login` stores; the token is sent to this address and no other. */
export type Login = { url: string; token: string; tenant?: string };

function isLogin(kept: unknown): kept is Login {
  const { url, token, tenant } = (kept ?? {}) as Record<string, unknown>;
  return (
    typeof url === 'string' &&
    URL.canParse(url) &&
    typeof token === 'string' &&
    (tenant === undefined || typeof tenant === 'string')
  );
}

/** Mode bits by which others than its owner may read or write a file. */
const OF_OTHERS = 0o077;
const onWindows = process.platform === 'win32';

/** Path of the login: `ORBITA_LOGIN_FILE`, or in the user's settings folder; undefined if there is none. */
export function loginPath(env: NodeJS.ProcessEnv): string | undefined {
  if (env.ORBITA_LOGIN_FILE) return env.ORBITA_LOGIN_FILE;
  const folder = env.XDG_CONFIG_HOME || env.APPDATA || (env.HOME && join(env.HOME, '.config'));
  return folder ? join(folder, 'orbita', 'login.json') : undefined;
}

/** The stored login. Throws with a reason for people when it must not be used, for example because others may read it. */
export function readLogin(env: NodeJS.ProcessEnv): Login | undefined {
  const path = loginPath(env);
  if (!path || !existsSync(path)) return undefined;
  if (!onWindows && (statSync(path).mode & OF_OTHERS) !== 0)
    throw new Error(`${path} may be read by others: chmod 600 ${path}, and replace its token`);
  const damaged = new Error(`${path} is no login: run orbita login again`);
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isLogin(kept)) return kept;
  } catch {
    throw damaged;
  }
  throw damaged;
}

/** Stores a login atomically, readable only by its owner. Returns the path. */
export function writeLogin(env: NodeJS.ProcessEnv, kept: Login): string {
  const path = loginPath(env);
  if (!path) throw new Error('There is no folder for settings: give ORBITA_LOGIN_FILE');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.${process.pid}`;
  rmSync(part, { force: true });
  writeFileSync(part, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(part, 0o600);
  renameSync(part, path);
  return path;
}

/** Removes the login; false when there was none. */
export function removeLogin(env: NodeJS.ProcessEnv): boolean {
  const path = loginPath(env);
  if (!path || !existsSync(path)) return false;
  rmSync(path);
  return true;
}
