import { Refused } from '../client.ts';
import { type Context, Misused, writing } from '../context.ts';
import { type Pack, packCatalogue, placeOfProblem, unpack, unpackingOf } from '../pack.ts';
import { oneLine } from '../visible.ts';
import { editCommands } from './edits.ts';
import { explainGrave, showGrave } from './grave.ts';

type Problem = { line: number; path: string; message: string };

const KIB = 1024;
/** Most items that a confirmation names before it only counts them. */
const MOST_NAMED = 5;

/** Reads what is to be sent; a file that cannot be read counts as misuse. */
export const packed = (path: string): Pack => {
  try {
    return packCatalogue(path);
  } catch (error) {
    throw new Misused(`${path} cannot be read: ${(error as Error).message}`);
  }
};

/** What is under way, with its size: a large catalogue takes seconds. */
export const sending = (verb: string, path: string, pack: Pack): string => {
  const files = Object.values(pack.files);
  const bytes = pack.yaml.length + files.reduce((sum, base64) => sum + base64.length * 0.75, 0);
  const beside = files.length === 0 ? '' : `, ${files.length} files`;
  return `${verb} ${path} (${Math.ceil(bytes / KIB)} KiB${beside})…`;
};

/** Every problem on its own line, file and line first, as editors and people expect it. */
const problemLines = (path: string, problems: readonly Problem[], mark = ''): string[] =>
  problems.map((problem) => {
    const { file, line, inside } = placeOfProblem(path, problem);
    return oneLine(`${file}:${line}: ${mark}${inside ? `${inside}: ` : ''}${problem.message}`);
  });

const showProblems = (context: Context, path: string, answer: unknown, problems: readonly Problem[]) => {
  const lines = problemLines(path, problems);
  const count = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`;
  context.lines(answer, [...lines, count]);
  context.refuse();
};

/** Prints on stderr what candidates would not be able to finish; with --json the answer itself contains it. */
export const showWarnings = (context: Context, path: string, warnings: readonly Problem[]): void => {
  if (context.program.opts<{ json?: boolean }>().json) return;
  for (const line of problemLines(path, warnings, 'warning: ')) context.output.err(line);
};

/** Shows the problems of a refused catalogue; any other error is rethrown. */
export const explainRefusal = (context: Context, path: string, error: unknown): void => {
  const problems = error instanceof Refused ? error.envelope.problems : undefined;
  if (!Array.isArray(problems)) throw error;
  context.output.err((error as Refused).message);
  showProblems(context, path, (error as Refused).envelope, problems as Problem[]);
};

/** `catalogue validate|plan|apply|edit|export|schema` and related commands (spec 17.3, 17.4, 25.14). */
export function catalogueCommands(context: Context): void {
  const catalogue = context.program.command('catalogue').description('What a tenant offers, as YAML');
  const withFile = (name: string, text: string) =>
    catalogue
      .command(name)
      .description(text)
      .requiredOption('-f, --file <path>', 'YAML file, or folder of the tenant');
  const plan = (file: string) => {
    const body = packed(file);
    return context.client(sending('Checking', file, body)).call('POST /operations/catalogue/plan', { body });
  };

  /** The question to ask before applying, and whether it may be skipped because nothing is, or can be, removed. */
  const retiring = async (file: string): Promise<[question: string, harmless: boolean]> => {
    const { changes } = await plan(file);
    const gone = changes.filter(({ action }) => action === 'retire');
    const named = gone.slice(0, MOST_NAMED).map(({ kind, code }) => `${kind} ${code}`);
    const more = gone.length > named.length ? ` and ${gone.length - named.length} more` : '';
    return [`Retire what ${file} no longer names: ${named.join(', ')}${more}?`, gone.length === 0];
  };

  withFile(
    'validate',
    'Report every error with its line, and warn of what candidates could not finish here',
  ).action(async ({ file }: { file: string }) => {
    const found = await plan(file);
    showWarnings(context, file, found.warnings);
    const count = found.warnings.length;
    const noted = count === 0 ? '' : ` ${count} ${count === 1 ? 'warning' : 'warnings'}: see above.`;
    if (found.errors.length > 0) showProblems(context, file, found, found.errors);
    else context.done(`The catalogue is valid.${noted}`, found);
  });
  withFile('plan', 'Show what applying would change').action(async ({ file }: { file: string }) => {
    const found = await plan(file);
    showWarnings(context, file, found.warnings);
    showGrave(context, found);
    if (found.errors.length > 0) showProblems(context, file, found, found.errors);
    else if (found.changes.length === 0) context.done('Nothing would change.', found);
    else context.rows(found, found.changes, ['action', 'kind', 'code', 'fields']);
  });
  withFile('apply', 'Make the catalogue what the files say; what is gone from them is retired')
    .option('--yes', 'do not ask before something is retired')
    .action(async ({ file, yes }: { file: string; yes?: boolean }) => {
      const body = packed(file);
      try {
        if (!yes) await context.confirm(...(await retiring(file)));
        const done = await context
          .client(sending('Applying', file, body))
          .call('POST /operations/catalogue/apply', { body });
        showWarnings(context, file, done.warnings);
        if (done.changes.length === 0) context.done('Nothing changed.', done);
        else context.rows(done, done.changes, ['action', 'kind', 'code', 'fields']);
      } catch (error) {
        explainGrave(context, error);
        explainRefusal(context, file, error);
      }
    });
  catalogue
    .command('export')
    .description('Write the catalogue as it stands')
    .requiredOption('-f, --file <path>', 'YAML file or folder to write')
    .option('--yes', 'do not ask before a file is written over')
    .action(async ({ file, yes }: { file: string; yes?: boolean }) => {
      const client = context.client('Reading the catalogue…');
      const { files, replaced, others } = unpackingOf(
        file,
        await client.call('GET /operations/catalogue/export'),
      );
      if (others.length > 0)
        throw new Misused(
          `${file} has catalogue files of its own (${others.join(', ')}): with what is exported they would be read as one. Name another folder, or a file.`,
        );
      await context.confirm(`Write over ${replaced.join(', ')}?`, yes || replaced.length === 0);
      writing(file, () => unpack(files));
      const written = files.map(([path]) => path);
      context.done(written.join('\n'), { files: written });
    });
  editCommands(context, catalogue);
  const academic = catalogue
    .command('academic')
    .description('The academic catalogue that says intakes, disciplines and classes');
  academic
    .command('show')
    .description('When it was read last, and why it was not taken')
    .action(async () => await context.show('GET /operations/catalogue/academic'));
  academic
    .command('refresh')
    .description('Read it now; exit 1 when it was not taken')
    .option('--allow-empty', 'a section may lose its last entry')
    .action(async ({ allowEmpty }: { allowEmpty?: boolean }) => {
      const read = await context
        .client('Reading the academic catalogue…')
        .call('POST /operations/catalogue/academic/refresh', { body: { allowEmpty: allowEmpty === true } });
      context.thing(read);
      if (read.failure !== null || !read.configured) context.refuse();
    });
  catalogue
    .command('schema')
    .description('Print the JSON Schema of catalogue files, for editors')
    .action(async () => {
      const schema = await context.call('GET /operations/catalogue/schema');
      context.json(schema);
    });
}
