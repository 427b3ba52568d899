import { readFileSync, writeFileSync } from 'node:fs';
import { Refused } from '../client.ts';
import { type Context, Misused, wholeNumber, writing } from '../context.ts';
import { type ListOptions, listing, queryOf } from '../listing.ts';
import { oneLine } from '../visible.ts';

const REMITTANCE = [
  ...['id', 'institution', 'bank', 'sequence', 'entries', 'writeOffs', 'total', 'hasFile', 'createdAt'],
] as const;

/** Outcomes that require attention. */
const TO_LOOK_AT = ['wrong-amount', 'attention', 'conflict', 'unknown-number', 'unreadable'];

type Problem = { line: number; message: string };

/** Prints the invalid lines of a file that was refused as a whole, file and line first. */
function explain(context: Context, path: string, error: unknown): void {
  const problems = error instanceof Refused ? error.envelope.problems : undefined;
  if (!Array.isArray(problems)) throw error;
  context.output.err((error as Refused).message);
  const lines = (problems as Problem[]).map(({ line, message }) => oneLine(`${path}:${line}: ${message}`));
  context.lines((error as Refused).envelope, lines);
  context.refuse();
}

function contentOf(path: string): string {
  try {
    return readFileSync(path).toString('base64');
  } catch (error) {
    throw new Misused(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Slip files for the institution's bank and from it, CNAB 240 (spec 14.8). */
export function slipFileCommands(context: Context): void {
  const slip = context.program.command('slip').description('Slips of any bank by files (CNAB 240)');
  const remittance = slip.command('remittance').description('Files for the bank');
  listing(remittance, 'List the files, newest first').action(async (given: ListOptions) => {
    const page = await context.call('GET /operations/slip-remittances', { query: queryOf(given) });
    context.rows(page, page.data, REMITTANCE);
  });
  remittance
    .command('create <institution>')
    .description('Make the next file: new slips, and write-offs of those that ended')
    .action(async (institution: string) => {
      const body = { institution };
      await context.show('POST /operations/slip-remittances', { body });
    });
  remittance
    .command('download <id>')
    .description('Save a file as it was made, to be handed to the bank')
    .option('-f, --file <path>', 'where to write it; its own name otherwise')
    .option('--yes', 'do not ask before a file is written over')
    .action(async (id: string, { file, yes }: { file?: string; yes?: boolean }) => {
      const params = { id: wholeNumber(id) };
      const answer = await context.call('GET /operations/slip-remittances/{id}/file', { params });
      // A name from elsewhere must never lead out of this folder.
      const path = file ?? answer.name.replaceAll(/[^A-Za-z0-9._-]/g, '_');
      const write = (flag: 'w' | 'wx') => writeFileSync(path, answer.content, { encoding: 'latin1', flag });
      try {
        write('wx');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
          throw new Misused(`${path} cannot be written: ${(error as Error).message}`);
        await context.confirm(`Write over ${path}?`, yes);
        writing(path, () => write('w'));
      }
      context.done(path, { file: path });
    });
  const returns = slip.command('return').description('Files from the bank');
  listing(returns, 'List files that were read, the last read first').action(async (given: ListOptions) => {
    const page = await context.call('GET /operations/slip-returns', { query: queryOf(given) });
    context.rows(page, page.data, ['id', 'institution', 'bank', 'sequence', 'day', 'importedBy', 'readAt']);
  });
  returns
    .command('show <id>')
    .description('Show what became of each line of a file when it was last read')
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      const read = await context.call('GET /operations/slip-returns/{id}', { params });
      context.lines(
        read,
        read.lines.map(({ line, outcome, message }) => oneLine(`${line}: ${outcome}: ${message}`)),
      );
    });
  returns
    .command('import <institution>')
    .description('Read a file of the bank; exit 1 when somebody has to look at a line')
    .requiredOption('-f, --file <path>', 'file of the bank, as it came')
    .action(async (institution: string, { file }: { file: string }) => {
      const body = { institution, file: contentOf(file), encoding: 'base64' as const };
      try {
        const read = await context.client(`Reading ${file}…`).call('POST /operations/slip-returns', { body });
        const lines = read.lines.map(({ line, outcome, message, paymentId }) =>
          oneLine(
            `${file}:${line}: ${outcome}${paymentId === null ? '' : ` (payment ${paymentId})`}: ${message}`,
          ),
        );
        const counts = Object.entries(read.counts).map(([outcome, count]) => `${count} ${outcome}`);
        context.lines(read, [...lines, counts.join(', ') || 'No lines about slips.']);
        if (TO_LOOK_AT.some((outcome) => read.counts[outcome])) context.refuse();
      } catch (error) {
        explain(context, file, error);
      }
    });
}
