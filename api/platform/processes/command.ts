import { parseArgs } from 'node:util';
import { Misconfigured, ROLES, type Role } from '../config.ts';

/** Most processes of a node, beyond which one PostgreSQL has no connections left for them. */
const MOST = 64;

/** What a node is started as, and how many processes it has. */
export type Command = { role: Role; processes: number };

/**
 * Reads the options of a start: `--role api|worker|all` and `--processes N|auto`, where `auto` is one process for
 * each of `cores`. Throws `Misconfigured` with everything that is wrong.
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
