import { Refused } from '../client.ts';
import { type Context, Misused } from '../context.ts';
import { type Pack, packCatalogue, unpackCatalogue } from '../pack.ts';

type Problem = { line: number; path: string; message: string };

const packed = (path: string): Pack => {
  try {
    return packCatalogue(path);
  } catch (error) {
    throw new Misused(`${path} cannot be read: ${(error as Error).message}`);
  }
};

const showProblems = (context: Context, answer: unknown, problems: readonly Problem[]) => {
  context.rows(answer, problems, ['line', 'path', 'message']);
  context.refuse();
};

/** `catalogue validate|plan|apply|export` (spec 17.3, 17.4). */
export function catalogueCommands(context: Context): void {
  const catalogue = context.program.command('catalogue').description('What a tenant offers, as YAML');
  const withFile = (name: string, text: string) =>
    catalogue
      .command(name)
      .description(text)
      .requiredOption('-f, --file <path>', 'YAML file, or folder of the tenant');

  withFile('validate', 'Tell every error with its line').action(async ({ file }: { file: string }) => {
    const plan = await context.client().call('POST /operations/catalogue/plan', { body: packed(file) });
    if (plan.errors.length > 0) showProblems(context, plan, plan.errors);
    else context.done('The catalogue is valid.', plan);
  });
  withFile('plan', 'Show what applying would change').action(async ({ file }: { file: string }) => {
    const plan = await context.client().call('POST /operations/catalogue/plan', { body: packed(file) });
    if (plan.errors.length > 0) showProblems(context, plan, plan.errors);
    else if (plan.changes.length === 0) context.done('Nothing would change.', plan);
    else context.rows(plan, plan.changes, ['action', 'kind', 'code', 'fields']);
  });
  withFile('apply', 'Make the catalogue what the files say').action(async ({ file }: { file: string }) => {
    try {
      const done = await context.client().call('POST /operations/catalogue/apply', { body: packed(file) });
      if (done.changes.length === 0) context.done('Nothing changed.', done);
      else context.rows(done, done.changes, ['action', 'kind', 'code', 'fields']);
    } catch (error) {
      const problems = error instanceof Refused ? error.envelope.problems : undefined;
      if (!Array.isArray(problems)) throw error;
      context.output.err((error as Refused).message);
      showProblems(context, (error as Refused).envelope, problems as Problem[]);
    }
  });
  catalogue
    .command('export')
    .description('Write the catalogue as it stands')
    .requiredOption('-f, --file <path>', 'YAML file or folder to write')
    .action(async ({ file }: { file: string }) => {
      const written = unpackCatalogue(file, await context.client().call('GET /operations/catalogue/export'));
      context.done(written.join('\n'), { files: written });
    });
}
