import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, Misused } from './context.ts';

const API = join(import.meta.dirname, '../api');

/**
 * `db migrate|seed-reference|reseal`, `storage check|copy|verify` and `secrets` (spec 17.3): the only commands that need the installation itself, with its
 * environment.
 */
export function databaseCommands(context: Context): void {
  const group = context.program.command('db').description('The database, where the service is installed');
  const run = async (file: string, ...given: string[]) => {
    if (!existsSync(join(API, file)))
      throw new Misused('Run this where the service is installed, with its environment');
    const child = spawn(process.execPath, [join(API, file), ...given], {
      env: context.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => context.output.out(text.trimEnd()));
    child.stderr.setEncoding('utf8').on('data', (text: string) => context.output.err(text.trimEnd()));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) context.refuse();
  };
  group
    .command('migrate')
    .description('Bring the tables up to date without serving')
    .action(() => run('prepare.ts', 'migrate'));
  group
    .command('seed-reference')
    .description('Load states, municipalities and genders without serving')
    .action(() => run('prepare.ts', 'seed-reference'));
  group
    .command('reseal')
    .description(
      'Seal rows and files under ORBITA_SECRET that ORBITA_PREVIOUS_SECRET opens; again to go on after a stop',
    )
    .action(() => run('reseal.ts'));
  const storage = context.program
    .command('storage')
    .description(
      'Stored files on their way from the folder into a bucket of S3, where the service is installed',
    );
  for (const [way, what] of [
    ['check', 'Say what would be copied, which files no row names, and which are nowhere'],
    ['copy', 'Copy into the bucket what is not there yet; again to go on after a stop'],
    ['verify', 'Read every file once more on both sides'],
  ] as const)
    storage
      .command(way)
      .description(what)
      .action(() => run('move-files.ts', way));
  context.program
    .command('secrets')
    .description('Which secret of the installation reaches which host, and for which tenant; never a value')
    .action(() => run('secrets.ts'));
}
