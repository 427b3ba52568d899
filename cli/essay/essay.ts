import { type Context, number, wholeNumber } from '../context.ts';
import { type ListOptions, listing, queryOf } from '../listing.ts';
import { record, table } from '../print.ts';
import { grantCommands } from '../subscription/candidacy.ts';
import { oneLine } from '../visible.ts';

type Grade = { score: number; plagiarism?: boolean; feedback?: string; yes?: boolean };
type Days = { from?: string; to?: string; institution?: string };

/** Grading of essays (spec 17.3, 25.7). */
export function essayCommands(context: Context): void {
  const group = context.program.command('essay').description('Essays');
  listing(group, 'List essays, oldest delivery first').action(async (given: ListOptions) => {
    const query = queryOf(given) as ReturnType<typeof queryOf> & { state?: 'finished' };
    const page = await context.call('GET /operations/essays', { query });
    const rows = page.data.map(({ similarity, ...essay }) => ({
      ...essay,
      similarity: similarity.max,
      suspected: similarity.suspected,
    }));
    context.rows(page, rows, [
      'id',
      'subscriptionId',
      'state',
      'round',
      'attempt',
      'course',
      'theme',
      'wordCount',
      'similarity',
      'suspected',
      'dueBy',
    ]);
  });
  group
    .command('show <id>')
    .description('Show an essay')
    .action(async (id: string) => {
      const answer = await context.call('GET /operations/essays/{id}', { params: { id: wholeNumber(id) } });
      const {
        title,
        essay,
        similarity,
        supportTexts: _,
        quotations: _quotations,
        rubric: _rubric,
        draft: _draft,
        ...known
      } = answer;
      const { marks, claim, ...facts } = known;
      const alike = similarity.essayId === null ? {} : { similarTo: similarity.essayId };
      const held = claim ? { heldBy: claim.by } : {};
      context.lines(answer, [
        record({ ...facts, ...held, similarity: similarity.max, suspected: similarity.suspected, ...alike }),
        ...(marks ? ['', 'Marks', table(marks, ['round', 'by', 'score', 'hasPlagiarism', 'at'])] : []),
        ...(title ? ['', oneLine(title)] : []),
        // Graders read the paragraphs as written.
        ...(essay ? ['', essay] : []),
      ]);
    });
  group
    .command('similar <id>')
    .description('List the essays most like one, with how much of it stands in them')
    .action(async (id: string) => {
      const answer = await context.call('GET /operations/essays/{id}/similar', {
        params: { id: wholeNumber(id) },
      });
      const rows = answer.map(({ label, share, title, runs }) => ({
        label,
        share,
        title,
        passages: runs.length,
      }));
      context.lines(answer, [table(rows, ['label', 'share', 'title', 'passages'])]);
    });
  group
    .command('grade <id>')
    .description('Grade a finished essay')
    .requiredOption('--score <n>', '0 to 1000', number)
    .option('--plagiarism', 'copied from another text')
    .option('--feedback <text>', 'what the candidate reads')
    .option('--yes', 'do not ask: who copied may not apply for this intake again')
    .action(async (id: string, given: Grade) => {
      await context.confirm(
        `Refuse the author of essay ${id} for plagiarism?`,
        given.yes || !given.plagiarism,
      );
      const body = {
        score: given.score,
        hasPlagiarism: given.plagiarism ?? false,
        feedback: given.feedback ?? null,
      };
      const params = { id: wholeNumber(id) };
      await context.show('POST /operations/essays/{id}/grade', { params, body });
    });
  group
    .command('second-grade <id>')
    .description('Ask the console’s graders for a second mark of an essay that has none yet')
    .option('--reason <text>', 'why, for whoever looks later')
    .action(async (id: string, { reason }: { reason?: string }) => {
      const params = { id: wholeNumber(id) };
      const body = { reason: reason ?? null };
      await context.show('POST /operations/essays/{id}/second-grade', { params, body });
    });
  group
    .command('graders')
    .description('What each grader gave in some days; the last 30 when none are said')
    .option('--from <day>', 'first day, as 2026-01-12')
    .option('--to <day>', 'last day')
    .option('--institution <code>', 'only essays of this institution')
    .action(async (query: Days) => {
      const answer = await context.call('GET /operations/graders', { query });
      context.lines(answer, [table(answer, ['name', 'graded', 'mean', 'spread', 'medianMinutes', 'thirds'])]);
    });
  grantCommands(context, group);
}
