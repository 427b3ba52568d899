import { Command } from 'commander';
import manifest from './package.json' with { type: 'json' };
import type { Output } from './terminal.ts';

/** The command line without its commands: what applies to all of them. */
export const createProgram = (output: Output): Command =>
  new Command('orbita')
    .description('Operations of Órbita Candidato')
    .version(manifest.version, '--version', 'show the version, which is that of the API it was made with')
    .option('--url <address>', 'address of the service (ORBITA_URL)')
    .option('--tenant <alias>', 'tenant to work on (ORBITA_TENANT)')
    .option(
      '--token <token>',
      'service token (ORBITA_OPERATIONS_TOKEN); `orbita login` keeps it out of the history',
    )
    .option('--operator <text>', 'who is acting, for the audit (ORBITA_OPERATOR)')
    .option('--once <key>', 'a word of your own: the same command with the same word is done once (24 h)')
    .option('--json', 'answer as JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 the service refused or did not answer, 2 the command line was wrong.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.out(text.trimEnd()),
      writeErr: (text) => output.err(text.trimEnd()),
    });

/** Names of a command from the program down, such as `catalogue apply`. */
export const pathOf = (command: Command): string => {
  const above = command.parent;
  return above?.parent ? `${pathOf(above)} ${command.name()}` : command.name();
};

/** Every command below one, groups included, in the order of the help. */
export const commandsOf = (command: Command): Command[] =>
  command.commands.flatMap((inner) => [inner, ...commandsOf(inner)]);

/** Commands that do something, as opposed to groups. */
export const leavesOf = (program: Command): Command[] =>
  commandsOf(program).filter((command) => command.commands.length === 0);
