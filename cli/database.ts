import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, Misused } from './context.ts';

const API = join(import.meta.dirname, '../api');

/**
 * `db migrate|seed-reference|reseal|verify-audit|print-audit` and `secrets` (spec 17.3): the only commands that need the installation itself, with its
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
  context.program
    .command('secrets')
    .description('Which secret of the installation reaches which host, and for which tenant; never a value')
    .action(() => run('secrets.ts'));
}
