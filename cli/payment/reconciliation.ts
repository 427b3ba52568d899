import { comparedProvider } from '@orbita/protocol/payment/team';
import { type Context, wholeNumber } from '../context.ts';
import { known, type ListOptions, listing, oneOf, queryOf } from '../listing.ts';

const STATES = ['waiting', 'running', 'failed', 'done'] as const;
const FOUND = ['open', 'applied', 'resolved'] as const;
const PROVIDERS = comparedProvider.options;
const REPORT = [
  ...['id', 'institution', 'provider', 'fromDay', 'untilDay', 'state', 'compared', 'applied', 'open'],
  'failure',
] as const;
const DIFFERENCE = ['id', 'kind', 'reference', 'paymentId', 'ours', 'theirs', 'state'] as const;

type Side = { stage: string; asked: number; received: number; refunded: number } | null;

/** One side of a difference in a cell: its stage, and the amounts requested, received and refunded. */
const cell = (side: Side): string =>
  side ? `${side.stage} ${side.asked} +${side.received} -${side.refunded}` : 'unknown';

const inCells = <T extends { ours: Side; theirs: Side }>(rows: readonly T[]) =>
  rows.map((one) => ({ ...one, ours: cell(one.ours), theirs: cell(one.theirs) }));

const providerOf = (given: string | undefined) =>
  given === undefined ? null : known(PROVIDERS, given, 'provider');

/** Reconciliation of our records with the providers' lists (spec 14.8). */
export function reconciliationCommands(context: Context): void {
  const group = context.program
    .command('reconciliation')
    .description('Comparison of our books with the lists of banks and acquirers');
  listing(group, 'List comparisons, most recently changed first').action(
    async ({ state, ...given }: ListOptions) => {
      const query = { ...queryOf(given), state: oneOf(STATES, state) };
      const page = await context.call('GET /operations/reconciliations', { query });
      context.rows(page, page.data, REPORT);
    },
  );
  group
    .command('show <id>')
    .description('Show a comparison with its first 100 differences, open ones first')
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      const report = await context.call('GET /operations/reconciliations/{id}', { params });
      const { differences, ...head } = report;
      if (differences.length === 0) context.thing({ ...head, differences: 'none' });
      else context.rows(report, inCells(differences), DIFFERENCE);
    });
  group
    .command('run <institution>')
    .description('Compare the last three days now; show says what was found')
    .option('--provider <provider>', `${PROVIDERS.join(', ')}; every one with an account otherwise`)
    .action(async (institution: string, { provider }: { provider?: string }) => {
      const body = { institution, provider: providerOf(provider) };
      const reports = await context.call('POST /operations/reconciliations', { body });
      context.rows(reports, reports, REPORT);
    });
  group
    .command('differences')
    .description('List the differences of all comparisons, most recently changed first')
    .option('--state <state>', FOUND.join(', '))
    .option('--institution <code>', 'only of this institution')
    .option('--since <instant>', 'changed since then')
    .option('--page <n>', 'page, from 1', wholeNumber)
    .option('--page-size <n>', 'rows a page, at most 100', wholeNumber)
    .option('--cursor <text>', 'go on after the page before')
    .action(async ({ state, ...given }: ListOptions) => {
      const query = { ...queryOf(given), state: oneOf(FOUND, state) };
      const page = await context.call('GET /operations/reconciliation-differences', { query });
      context.rows(page, inCells(page.data), DIFFERENCE);
    });
  group
    .command('resolve <id>')
    .description('Say what became of a difference; its mark goes')
    .requiredOption('--reason <text>', 'what became of it')
    .action(async (id: string, { reason }: { reason: string }) => {
      const request = { params: { id: wholeNumber(id) }, body: { reason } };
      await context.show('POST /operations/reconciliation-differences/{id}/resolution', request);
    });
}
