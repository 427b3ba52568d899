import { type Context, wholeNumber } from '../context.ts';
import { readBytes, readTextFile } from '../files.ts';
import { type ListOptions, listing, queryOf } from '../listing.ts';
import { parseResults } from './test-results.ts';

/** Most lines the service accepts at once. */
const MOST = 1000;

/** A spreadsheet is parsed by the service, a CSV here; neither registers anything. */
async function readResults(context: Context, hourId: number, path: string) {
  if (!path.toLowerCase().endsWith('.xlsx')) return parseResults(readTextFile(path));
  const file = readBytes(path).toString('base64');
  const { rows, problems } = await context
    .client('Reading the file')
    .call('POST /operations/schedules/{hourId}/results-file', { params: { hourId }, body: { file } });
  return { results: rows, problems: problems.map((one) => ({ path: '', ...one })) };
}

async function sendResults(context: Context, hourId: number, path: string, yes?: boolean): Promise<void> {
  const { results, problems } = await readResults(context, hourId, path);
  if (problems.length > 0) {
    context.rows({ errors: problems }, problems, ['line', 'path', 'message']);
    context.refuse();
    return;
  }
  await context.confirm(
    `Register ${results.length} results of slot ${hourId}? Candidates are notified at once.`,
    yes,
  );
  const client = context.client('Registering results');
  const answers = [];
  for (let from = 0; from < results.length; from += MOST) {
    const body = results.slice(from, from + MOST).map(({ line: _line, ...result }) => result);
    answers.push(
      ...(await client.call('POST /operations/schedules/{hourId}/results', { params: { hourId }, body })),
    );
  }
  const lines = new Map(results.map(({ subscriptionId, line }) => [subscriptionId, line]));
  const rows = answers.map((answer) => ({ line: lines.get(answer.subscriptionId), ...answer }));
  context.rows(rows, rows, ['line', 'subscriptionId', 'state', 'status', 'code', 'message']);
  if (answers.some(({ state }) => state === 'refused')) context.refuse();
}

/** Scheduled tests (spec 17.3). */
export function testCommands(context: Context): void {
  const group = context.program.command('test').description('Scheduled tests');
  listing(group, 'List test slots, soonest first; --state coming, past or cancelled').action(
    async (given: ListOptions) => {
      const query = queryOf(given) as ReturnType<typeof queryOf> & { state?: 'coming' };
      const page = await context.call('GET /operations/schedules', { query });
      const columns = ['id', 'offerCode', 'code', 'poleCode', 'place', 'at', 'taken', 'capacity', 'state'];
      context.rows(page, page.data, columns);
    },
  );
  group
    .command('show <hour>')
    .description('Show one slot, with the score from which its test is passed')
    .action((hour: string) =>
      context.show('GET /operations/schedules/{hourId}', { params: { hourId: wholeNumber(hour) } }),
    );
  group
    .command('mark <hour> <subscriptionId>')
    .description('Mark that somebody came to the test; the last mark counts until there is a result')
    .option('--absent', 'she did not come')
    .action(async (hour: string, subscriptionId: string, { absent }: { absent?: boolean }) => {
      const params = { hourId: wholeNumber(hour), id: wholeNumber(subscriptionId) };
      await context.call('PUT /operations/schedules/{hourId}/roll/{id}', {
        params,
        body: { present: !absent },
      });
      context.thing({ subscriptionId: params.id, present: !absent });
    });
  group
    .command('roll <hour>')
    .description('Show who takes the test of a slot')
    .action(async (hour: string) => {
      const params = { hourId: wholeNumber(hour) };
      const roll = await context.call('GET /operations/schedules/{hourId}/roll', { params });
      const rows = roll.map(({ accessibility, ...entry }) => ({
        ...entry,
        needs: accessibility
          ? [...accessibility.kinds, accessibility.notes, accessibility.granted].filter(Boolean)
          : null,
      }));
      context.rows(roll, rows, ['subscriptionId', 'name', 'document', 'needs', 'present', 'state']);
    });
  group
    .command('slots <subscriptionId>')
    .description('Slots that an application may choose, soonest first')
    .action(async (subscriptionId: string) => {
      const params = { id: wholeNumber(subscriptionId) };
      const places = await context.call('GET /operations/subscriptions/{id}/scheduling', { params });
      const rows = places.flatMap(({ campusScheduling, dates }) =>
        dates.flatMap(({ slots }) =>
          slots.map(({ id, dataHora, available }) => ({
            id,
            place: campusScheduling,
            at: dataHora,
            available,
          })),
        ),
      );
      context.rows(places, rows, ['id', 'place', 'at', 'available']);
    });
  group
    .command('results <hour>')
    .description(
      'Register absences and scores from a CSV (subscriptionId,present,score,essayScore) or the XLSX of the console',
    )
    .requiredOption('-f, --file <path>', 'CSV or XLSX file with a header')
    .option('--yes', 'do not ask: a result that was registered does not change')
    .action((hour: string, { file, yes }: { file: string; yes?: boolean }) =>
      sendResults(context, wholeNumber(hour), file, yes),
    );
  group
    .command('book <subscriptionId> <hour>')
    .description('Book the test on behalf of a candidate, or move it; her history says so')
    .action(async (subscriptionId: string, hour: string) => {
      const params = { id: wholeNumber(subscriptionId) };
      const { hour: booked, ...place } = await context.call('PUT /operations/subscriptions/{id}/scheduling', {
        params,
        body: { hourId: wholeNumber(hour) },
      });
      context.thing({ ...place, hourId: booked.id, at: booked.dataHora });
    });
  group
    .command('cancel <hour>')
    .description('Withdraw a slot; everybody booked has to choose again')
    .option('--yes', 'do not ask: the slot does not come back')
    .action(async (hour: string, { yes }: { yes?: boolean }) => {
      const params = { hourId: wholeNumber(hour) };
      await context.confirm(`Withdraw slot ${hour} and send everybody booked back?`, yes);
      const answer = await context
        .client('Sending people back')
        .call('POST /operations/schedules/{hourId}/cancel', { params });
      context.rows(answer, answer.subscriptions, ['subscriptionId', 'status']);
    });
}
