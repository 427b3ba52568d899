import { type Context, Misused, number, wholeNumber } from '../context.ts';
import { known, type ListOptions, listing, queryOf } from '../listing.ts';

const DECISIONS = ['approved', 'rejected', 'not-found', 'bulletin-refused'] as const;
const REASONS = ['unreadable', 'file-error', 'wrong-file', 'missing-information', 'other'] as const;
const PARTS = ['languages', 'humanities', 'sciences', 'mathematics', 'essay'] as const;
type Scores = Record<(typeof PARTS)[number], number>;

/** Five numbers in the order of the exam; throws Misused otherwise. */
function scoresOf(text: string | undefined): Scores | null {
  if (text === undefined) return null;
  const given = text.split(',').map((one) => number(one.trim()));
  if (given.length !== PARTS.length) throw new Misused(`--scores takes ${PARTS.join(',')}`);
  return Object.fromEntries(PARTS.map((part, n) => [part, given[n]])) as Scores;
}

/** `orbita exam-score list|ask|decide` (spec 17.3). */
export function examScoreCommands(context: Context): void {
  const group = context.program.command('exam-score').description('Scores of the national exam');
  listing(group, 'List look-ups of exam scores, oldest first').action(async (given: ListOptions) => {
    const query = queryOf(given) as ReturnType<typeof queryOf> & { state?: 'not-found' };
    const page = await context.call('GET /operations/exam-scores', { query });
    context.rows(page, page.data, [
      'id',
      'subscriptionId',
      'registration',
      'year',
      'cpf',
      'state',
      'average',
      'bulletinFileId',
    ]);
  });
  group
    .command('show <id>')
    .description('Show a look-up with its bulletin and the minimums of its result, as JSON')
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      context.json(await context.call('GET /operations/exam-scores/{id}', { params }));
    });
  group
    .command('ask <subscriptionId> <registration> <year>')
    .description('Look up a score on behalf of a candidate')
    .action(async (subscriptionId: string, registration: string, year: string) => {
      const params = { id: wholeNumber(subscriptionId) };
      const body = { registration, year: wholeNumber(year) };
      const {
        scores,
        years: _years,
        ...found
      } = await context
        .client('Looking the score up')
        .call('POST /operations/subscriptions/{id}/exam-score', { params, body });
      context.thing({ ...found, ...scores });
    });
  group
    .command('decide <id> <state>')
    .description(`Give a result: ${DECISIONS.join(', ')}; the average is computed by the service`)
    .option('--scores <list>', `${PARTS.join(',')}, such as 600,640.5,580,660,620`)
    .option('--reason <reason>', `why the bulletin is refused: ${REASONS.join(', ')}`)
    .option('--note <text>', 'what the candidate reads with that reason')
    .option('--yes', 'do not ask: an application that was rejected does not come back')
    .action(
      async (
        id: string,
        wanted: string,
        given: { scores?: string; reason?: string; note?: string; yes?: boolean },
      ) => {
        const state = known(DECISIONS, wanted, 'state');
        await context.confirm(`Reject the application of score ${id}?`, given.yes || state !== 'rejected');
        const params = { id: wholeNumber(id) };
        const reason = given.reason ? known(REASONS, given.reason, 'reason') : null;
        const body = { state, scores: scoresOf(given.scores), reason, note: given.note ?? null };
        await context.show('POST /operations/exam-scores/{id}/result', { params, body });
      },
    );
}
