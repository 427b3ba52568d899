import { type Context, Misused, wholeNumber } from '../context.ts';

const STATES = ['open', 'received', 'in-review', 'concluded', 'denied'] as const;
const KINDS = ['export', 'deletion', 'correction', 'sharing-info', 'decision-review'] as const;
const OUTCOMES = ['granted', 'upheld'] as const;

const oneOf = <T extends string>(known: readonly T[], text: string | undefined): T | undefined => {
  if (text === undefined) return undefined;
  const found = known.find((one) => one === text);
  if (!found) throw new Misused(`Unknown ${text}; known: ${known.join(', ')}`);
  return found;
};

type Listing = { state?: string; kind?: string; page?: number; pageSize?: number };
type Review = { score?: number; plagiarism?: true; outcome?: string; answer: string };
type Decision = { decision: 'taken' | 'concluded' | 'denied'; reason?: string; answer?: string };

/** `privacy` (spec 17.3): people's requests about their own data. */
export function privacyCommands(context: Context): void {
  const group = context.program.command('privacy').description('Requests about personal data');
  const decide = async (id: string, body: Decision, yes = false) => {
    const params = { id: wholeNumber(id) };
    const harmless = yes || body.decision !== 'concluded';
    await context.confirm(`Conclude request ${id}? A deletion erases at once and for good.`, harmless);
    await context.show('POST /operations/privacy-requests/{id}/decision', { params, body });
  };
  group
    .command('list')
    .description('List requests, the most urgent first')
    .option('--state <state>', STATES.join(', '))
    .option('--kind <kind>', KINDS.join(', '))
    .option('--page <n>', 'page, from 1', wholeNumber)
    .option('--page-size <n>', 'rows a page, at most 100', wholeNumber)
    .action(async ({ state, kind, ...rest }: Listing) => {
      const query = { ...rest, state: oneOf(STATES, state), kind: oneOf(KINDS, kind) };
      const page = await context.call('GET /operations/privacy-requests', { query });
      const rows = page.data.map(
        ({ id, kind: asked, status, personId, person, dueAt, overdue, takenBy }) => ({
          id,
          kind: asked,
          status,
          personId,
          person: person.name,
          dueAt,
          overdue,
          takenBy,
        }),
      );
      context.rows(page, rows, ['id', 'kind', 'status', 'personId', 'person', 'dueAt', 'overdue', 'takenBy']);
    });
  group
    .command('show <id>')
    .description('Show one request; of a deletion, what concluding it would do now')
    .action((id: string) =>
      context.show('GET /operations/privacy-requests/{id}', { params: { id: wholeNumber(id) } }),
    );
  group
    .command('take <id>')
    .description('Take a request: the person reads "Em análise"')
    .action((id: string) => decide(id, { decision: 'taken' }));
  group
    .command('conclude <id>')
    .description('Conclude a request; a deletion erases at once')
    .option('--answer <text>', 'what the person reads; needed with sharing-info')
    .option('--yes', 'do not ask')
    .action((id: string, { answer, yes }: { answer?: string; yes?: boolean }) =>
      decide(id, { decision: 'concluded', ...(answer ? { answer } : {}) }, yes),
    );
  group
    .command('deny <id>')
    .description('Deny a request')
    .requiredOption('--reason <text>', 'what the person reads')
    .action((id: string, { reason }: { reason: string }) => decide(id, { decision: 'denied', reason }));
  group
    .command('decide <id> <decision>')
    .description('The same in one: taken, concluded or denied')
    .option('--reason <text>', 'needed with denied')
    .option('--answer <text>', 'what the person reads')
    .option('--yes', 'do not ask')
    .action((id: string, decision: string, given: { reason?: string; answer?: string; yes?: boolean }) => {
      const known = oneOf(['taken', 'concluded', 'denied'] as const, decision);
      const { yes, ...words } = given;
      if (known) return decide(id, { decision: known, ...words }, yes);
    });
  group
    .command('review <id>')
    .description('Review a refusal, by somebody else than who decided it (--operator)')
    .option('--score <n>', 'new grade of an essay', Number)
    .option('--plagiarism', 'the essay is a copy')
    .option('--outcome <outcome>', 'of any other refusal: granted, upheld')
    .requiredOption('--answer <text>', 'what the person reads')
    .action(async (id: string, given: Review) => {
      const { score, plagiarism = false, outcome, answer } = given;
      const body = {
        answer,
        ...(score === undefined ? {} : { score, hasPlagiarism: plagiarism }),
        ...(outcome === undefined ? {} : { outcome: oneOf(OUTCOMES, outcome) }),
      };
      const params = { id: wholeNumber(id) };
      await context.show('POST /operations/privacy-requests/{id}/review', { params, body });
    });
  keptCommands(context, group);
}

const KEPT_BY = ['cpf', 'rne', 'passport', 'application', 'request'] as const;
const KEPT_REASONS = ['court', 'audit', 'holder', 'other'] as const;
const REASON = ['--reason <reason>', `what it is for: ${KEPT_REASONS.join(', ')}`] as const;

/** What the law keeps of erased people: found by a document or a number, and shown. */
function keptCommands(context: Context, group: ReturnType<Context['program']['command']>): void {
  group
    .command('find-kept <by> <value>')
    .description(`Find erased people of whom records are kept, by ${KEPT_BY.join(', ')}`)
    .option(...REASON)
    .action(async (by: string, value: string, { reason }: { reason?: string }) => {
      const known = oneOf(KEPT_BY, by) ?? 'cpf';
      const body = { by: known, value, reason: oneOf(KEPT_REASONS, reason) };
      const found = await context.call('POST /operations/kept-records/search', { body });
      context.lines(
        found,
        found.data.map(({ personId, keptAt, keepUntil }) => [personId, keptAt, keepUntil].join('  ')),
      );
    });
  group
    .command('kept <personId>')
    .description('Show what the law obliges to keep of an erased person')
    .option(...REASON)
    .action(async (personId: string, { reason }: { reason?: string }) => {
      const given = {
        params: { personId: wholeNumber(personId) },
        query: { reason: oneOf(KEPT_REASONS, reason) },
      };
      await context.show('GET /operations/kept-records/{personId}', given);
    });
}
