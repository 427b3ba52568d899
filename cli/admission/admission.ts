import type { Body } from '@orbita/protocol';
import { type Context, Misused, wholeNumber } from '../context.ts';
import { readTextFile } from '../files.ts';
import { known, type ListOptions, listing, queryOf } from '../listing.ts';

const JUDGEMENTS = ['approved', 'returned', 'rejected'] as const;
const OUTCOMES = ['approved', 'rejected', 'repeat'] as const;

/** Rows of a section from a JSON file; the service decides what they may contain. */
function rowsIn(
  path: string,
): Body<'PUT /operations/subscriptions/{id}/questionnaire/sections/{key}'>['rows'] {
  try {
    const rows: unknown = JSON.parse(readTextFile(path));
    if (Array.isArray(rows)) return rows;
  } catch (error) {
    if (error instanceof Misused) throw error;
  }
  throw new Misused(`${path} holds no JSON list of rows`);
}

const questionnaires = (context: Context) => {
  const group = context.program
    .command('questionnaire')
    .description('Questionnaires of postgraduate courses');
  listing(group, 'List questionnaires, least recently changed first; --json shows the answers').action(
    async (given: ListOptions) => {
      const query = queryOf(given) as ReturnType<typeof queryOf> & { state?: 'submitted' };
      const page = await context.call('GET /operations/questionnaires', { query });
      const rows = page.data.map(({ sections, ...one }) => ({
        ...one,
        answered: sections.filter(({ rows: given }) => given.length > 0).map(({ key }) => key),
      }));
      context.rows(page, rows, ['id', 'subscriptionId', 'state', 'submittedAt', 'answered', 'comment']);
    },
  );
  group
    .command('read <id>')
    .description('Show a questionnaire that was sent, with who decided it, as JSON')
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      context.json(await context.call('GET /operations/questionnaires/{id}', { params }));
    });
  group
    .command('show <subscriptionId>')
    .description('Show what a candidate has answered so far, as JSON')
    .action(async (subscriptionId: string) => {
      const params = { id: wholeNumber(subscriptionId) };
      context.json(await context.call('GET /operations/subscriptions/{id}/questionnaire', { params }));
    });
  group
    .command('fill <subscriptionId> <section>')
    .description('Answer a section on behalf of a candidate; what she wrote there is replaced')
    .requiredOption('-f, --file <path>', 'JSON file with the rows: [{"field": "value"}]')
    .action(async (subscriptionId: string, key: string, { file }: { file: string }) => {
      const params = { id: wholeNumber(subscriptionId), key };
      const { rows, ...saved } = await context.call(
        'PUT /operations/subscriptions/{id}/questionnaire/sections/{key}',
        {
          params,
          body: { rows: rowsIn(file) },
        },
      );
      context.thing({ ...saved, rows: rows.length });
    });
  group
    .command('submit <subscriptionId>')
    .description('Send the questionnaire on behalf of a candidate')
    .option('--yes', 'do not ask: it is not written in any more, unless it is returned')
    .action(async (subscriptionId: string, { yes }: { yes?: boolean }) => {
      const params = { id: wholeNumber(subscriptionId) };
      await context.confirm(`Send the questionnaire of application ${subscriptionId}?`, yes);
      await context.show('POST /operations/subscriptions/{id}/questionnaire/submit', { params });
    });
  group
    .command('decide <id> <decision>')
    .description(`Decide: ${JUDGEMENTS.join(', ')}`)
    .option('--comment <text>', 'what the candidate reads; needed to return and to reject')
    .option('--yes', 'do not ask: an application that was rejected does not come back')
    .action(async (id: string, word: string, given: { comment?: string; yes?: boolean }) => {
      const decision = known(JUDGEMENTS, word, 'decision');
      await context.confirm(
        `End the application of questionnaire ${id}?`,
        given.yes || decision !== 'rejected',
      );
      const params = { id: wholeNumber(id) };
      const body = { decision, comment: given.comment ?? null };
      await context.show('POST /operations/questionnaires/{id}/decision', { params, body });
    });
};

const interviews = (context: Context) => {
  const group = context.program.command('interview').description('Interviews of postgraduate courses');
  listing(group, 'List interviews, least recently changed first').action(async (given: ListOptions) => {
    const query = queryOf(given) as ReturnType<typeof queryOf> & { state?: 'requested' };
    const page = await context.call('GET /operations/interviews', { query });
    const rows = page.data.map(({ periods, appointment, ...one }) => ({
      ...one,
      periods: periods.map(({ date, period }) => `${date} ${period}`),
      at: appointment?.at,
      place: appointment?.place ?? appointment?.link,
    }));
    context.rows(page, rows, ['id', 'subscriptionId', 'state', 'channel', 'periods', 'at', 'place']);
  });
  group
    .command('read <id>')
    .description('Show an interview with the questionnaire before it, as JSON')
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      context.json(await context.call('GET /operations/interviews/{id}', { params }));
    });
  group
    .command('people <institution>')
    .description('List who may hold interviews of an institution')
    .action(async (institution: string) => {
      const query = { institution };
      context.json(await context.call('GET /operations/interviewers', { query }));
    });
  group
    .command('cancel <id>')
    .description(
      'Take an appointment back; the candidate is told why, and the interview waits for another date',
    )
    .requiredOption('--reason <text>', 'what the candidate reads')
    .action(async (id: string, { reason }: { reason: string }) => {
      const params = { id: wholeNumber(id) };
      await context.show('POST /operations/interviews/{id}/cancellation', { params, body: { reason } });
    });
  group
    .command('appoint <id>')
    .description('Set or change when and where; the candidate is told')
    .requiredOption('--at <instant>', 'ISO 8601 with offset, such as 2026-01-20T14:00:00-03:00')
    .option('--place <text>', 'where')
    .option('--link <address>', 'https address of a meeting')
    .action(async (id: string, given: { at: string; place?: string; link?: string }) => {
      const params = { id: wholeNumber(id) };
      const body = { at: given.at, place: given.place ?? null, link: given.link ?? null };
      await context.show('PUT /operations/interviews/{id}/appointment', { params, body });
    });
  group
    .command('held <id>')
    .description('Register that an interview was held')
    .option('--missed', 'it was not: the candidate did not come and may ask for another')
    .action(async (id: string, { missed }: { missed?: boolean }) => {
      const params = { id: wholeNumber(id) };
      const body = { held: !missed };
      await context.show('POST /operations/interviews/{id}/outcome', { params, body });
    });
  group
    .command('decide <id> <decision>')
    .description(`Decide: ${OUTCOMES.join(', ')}`)
    .option('--reason <text>', 'what the candidate reads; needed to reject')
    .option('--yes', 'do not ask: an application that was rejected does not come back')
    .action(async (id: string, word: string, given: { reason?: string; yes?: boolean }) => {
      const decision = known(OUTCOMES, word, 'decision');
      await context.confirm(`End the application of interview ${id}?`, given.yes || decision !== 'rejected');
      const params = { id: wholeNumber(id) };
      const body = { decision, reason: given.reason ?? null };
      await context.show('POST /operations/interviews/{id}/decision', { params, body });
    });
};

/** Questionnaires and interviews (spec 17.3). */
export function admissionCommands(context: Context): void {
  questionnaires(context);
  interviews(context);
}
