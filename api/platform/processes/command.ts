import { parseArgs } from 'node:util';
import { Misconfigured, ROLES, type Role } from '../config.ts';

/** Maximum number of processes of a node; for more, one PostgreSQL has no connections left. */
const MOST = 64;

/** The role a node is started with, and its number of processes. */
export type Command = { role: Role; processes: number };

/**
 * Parses the start options `--role api|worker|all` and `--processes N|auto`, where `auto` means one process per core in
 * `cores`. Throws `Misconfigured`, listing everything that is wrong.
 */
export function readCommand(
  args: string[],
  { cores, databaseUrl }: { cores: number; databaseUrl: string | undefined },
): Command {
  const { role: asked, processes: given } = optionsOf(args);
  const role = ROLES.find((one) => one === asked);
  const processes = given === 'auto' ? Math.min(cores, MOST) : Number(given);
  const wrong: string[] = [];
  if (!role) wrong.push(`--role ${asked} is none of ${ROLES.join(', ')}`);
  if (given !== 'auto' && !(/^\d{1,2}$/.test(given) && processes >= 1 && processes <= MOST))
    wrong.push(`--processes ${given} is neither auto nor a number from 1 to ${MOST}`);
  if (given !== '1') {
    if (role && role !== 'api')
      wrong.push(`--processes is for --role api; of --role ${role} start another node instead`);
    if (!databaseUrl)
      wrong.push(`--processes ${given} needs DATABASE_URL: one process alone opens the embedded database`);
  }
  if (!role || wrong.length > 0) throw new Misconfigured(wrong);
  return { role, processes };
}

function optionsOf(args: string[]): { role: string; processes: string } {
  try {
    const { values } = parseArgs({
      args,
      options: {
        role: { type: 'string', default: 'all' },
        processes: { type: 'string', default: '1' },
      },
    });
    return values;
  } catch (error) {
    throw new Misconfigured([(error as Error).message]);
  }
}
