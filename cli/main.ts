import { Command, CommanderError } from 'commander';
import { Refused } from './client.ts';
import { catalogueCommands } from './commands/catalogue.ts';
import { handoffCommands } from './commands/handoff.ts';
import { leavingCommands } from './commands/leaving.ts';
import { privacyCommands } from './commands/privacy.ts';
import { provisionCommands } from './commands/provision.ts';
import { simulatorCommands } from './commands/simulator.ts';
import { workCommands } from './commands/work.ts';
import { createContext, Misused } from './context.ts';
import type { Output } from './print.ts';

const DONE = 0;
const REFUSED = 1;
const USAGE = 2;

const console_: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
};

const explain = ({ code, message, status, envelope }: Refused): string => {
  const fields = Array.isArray(envelope.errors)
    ? (envelope.errors as { field: string; message: string }[])
    : [];
  const current = 'status' in envelope ? ` (current status ${String(envelope.status)})` : '';
  const lines = fields.map(({ field, message: text }) => `  ${field}: ${text}`);
  return [`${status || ''} ${code}: ${message}${current}`.trim(), ...lines].join('\n');
};

/** Runs one command line; answers the exit code: 0 done, 1 refused, 2 wrong usage (spec 17.3). */
export async function main(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  output: Output = console_,
): Promise<number> {
  let exit = DONE;
  const program = new Command('orbita')
    .description('Operations of Órbita Candidato')
    .option('--url <address>', 'address of the service (ORBITA_URL)')
    .option('--tenant <alias>', 'tenant to work on (ORBITA_TENANT)')
    .option('--token <token>', 'service token (ORBITA_OPERATIONS_TOKEN)')
    .option('--operator <text>', 'who is acting, for the audit (ORBITA_OPERATOR)')
    .option('--json', 'answer as JSON')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.out(text.trimEnd()),
      writeErr: (text) => output.err(text.trimEnd()),
    });
  const context = createContext(program, env, output, () => {
    exit = REFUSED;
  });
  for (const add of [
    provisionCommands,
    catalogueCommands,
    workCommands,
    leavingCommands,
    handoffCommands,
    privacyCommands,
    simulatorCommands,
  ])
    add(context);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : USAGE;
    if (error instanceof Misused) {
      output.err(error.message);
      return USAGE;
    }
    if (!(error instanceof Refused)) throw error;
    if (program.opts<{ json?: boolean }>().json) output.err(JSON.stringify(error.envelope, null, 2));
    else output.err(explain(error));
    return REFUSED;
  }
}
