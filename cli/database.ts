import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Context, Misused } from './context.ts';

const API = join(import.meta.dirname, '../api');

/** Calls `say` with each line of a stream once it is complete, because chunks end anywhere. */
function byLines(text: Readable, say: (line: string) => void): void {
  let rest = '';
  text
    .setEncoding('utf8')
    .on('data', (piece: string) => {
      const lines = `${rest}${piece}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) say(line);
    })
    .on('end', () => {
      if (rest !== '') say(rest);
    });
}

type Moving = { from: string; to: string; switch?: true; abort?: true; remove?: true };

/**
 * `db migrate|seed-reference|reseal|verify-audit|print-audit`, `storage check|copy|verify`, `secrets`, `tenant copy` and `cell
 * map` (spec 17.3): the only commands that need the installation itself, with its environment, or those of two cells.
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
    byLines(child.stdout, context.output.out);
    byLines(child.stderr, context.output.err);
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
  group
    .command('verify-audit')
    .description('Read the files of the audit of every tenant; ends with 1 when one is broken or gone')
    .action(() => run('audit-archives.ts', 'verify'));
  group
    .command('print-audit')
    .argument('<tenant>', 'alias of the tenant')
    .argument('<number>', 'number of the file, as verify-audit says it')
    .description('Print the entries of a file of the audit, one JSON object a line')
    .action((tenant: string, number: string) => run('audit-archives.ts', 'print', tenant, number));
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
  const tenants = context.program.commands.find((command) => command.name() === 'tenant');
  tenants
    ?.command('copy <alias>')
    .description(
      'Copy a tenant to another cell, beside its work and again what changed since; --switch moves it',
    )
    .requiredOption('--from <path>', 'environment file of the cell that has it')
    .requiredOption('--to <path>', 'environment file of the cell that gets it')
    .option('--switch', 'copy the rest while it is closed to changes, and open it there')
    .option('--abort', 'go back: serve it here again, and remove what was copied')
    .option('--remove', 'once it is open there: remove what stays of it here')
    .action((alias: string, { from, to, ...way }: Moving) => {
      const ways = Object.keys(way);
      if (ways.length > 1) throw new Misused('Give at most one of --switch, --abort and --remove');
      return run('tenant-copy.ts', alias, '--from', from, '--to', to, ...ways.map((one) => `--${one}`));
    });
  context.program
    .command('cell')
    .description('Cells of an installation that is more than one')
    .command('map <path>')
    .description('The map of a proxy from names to cells, of a file that lists the cells')
    .option('--format <name>', 'caddy, haproxy (its backends) or haproxy-map (its names)', 'caddy')
    .action((path: string, { format }: { format: string }) => run('cell-map.ts', path, '--format', format));
}
