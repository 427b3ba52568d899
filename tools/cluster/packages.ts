import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs from Debian packages that make up a cluster. */
const PROGRAMS = { etcd: 'etcd', patroni: 'patroni', haproxy: 'haproxy' } as const;
/** In Debian 13 the etcd server is a package of its own. */
const PACKAGES = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy' } as const;
type Program = keyof typeof PROGRAMS;

/** Administrators' programs are not on every user's path. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
/** From this version on pgbouncer keeps prepared statements, which the product needs. */
const POOLER = { major: 1, minor: 21 };

/** Finds a program on the path or among those of administrators. */
function findProgram(name: string, folders: readonly string[] = FOLDERS): string | undefined {
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** `pgbouncer` is included if it is new enough. */
export type Programs = Record<Program, string> & { pgbouncer?: string };
export type Found = { programs: Programs } | { missing: string[]; install: string };

/** All programs, or the missing ones with the command that installs them; `find` returns the path of a program. */
export function checkPackages(find: (name: string) => string | undefined = findProgram): Found {
  const found = Object.entries(PROGRAMS).map(([name, program]) => [name as Program, find(program)] as const);
  const missing = found.filter(([, path]) => path === undefined).map(([name]) => name);
  if (missing.length === 0) return { programs: Object.fromEntries(found) as Programs };
  const names = missing.map((name) => PACKAGES[name]);
  return { missing, install: `sudo apt-get install --no-install-recommends ${names.join(' ')}` };
}

/** Why the cluster has no pooler, given the output of `pgbouncer --version`; undefined if it is new enough. */
export function poolerRefusal(said: string | undefined): string | undefined {
  const [, major, minor] = /PgBouncer (\d{1,4})\.(\d{1,4})/.exec(said ?? '') ?? [];
  if (!major || !minor) return 'no pgbouncer is installed';
  const newEnough =
    Number(major) > POOLER.major || (Number(major) === POOLER.major && Number(minor) >= POOLER.minor);
  return newEnough
    ? undefined
    : `pgbouncer ${major}.${minor} is older than ${POOLER.major}.${POOLER.minor} and forgets prepared statements`;
}

/** The installed pgbouncer, or why the cluster has none. */
export function findPooler(): { program: string } | { refused: string } {
  const program = findProgram('pgbouncer');
  const refused = poolerRefusal(program && execFileSync(program, ['--version'], { encoding: 'utf8' }));
  return program && refused === undefined ? { program } : { refused: refused ?? 'no pgbouncer is installed' };
}
