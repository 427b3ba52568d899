import { type Context, Misused, money, wholeNumber } from '../context.ts';
import { type ListOptions, listing, queryOf } from '../listing.ts';

type Group = ReturnType<Context['program']['command']>;

const COLUMNS = [
  'id',
  'subscriptionId',
  'method',
  'amount',
  'received',
  'state',
  'paidAt',
  'foundBy',
] as const;
const REFUND = [
  ...([
    'id',
    'paymentId',
    'monthId',
    'subscriptionId',
    'amount',
    'state',
    'requestedBy',
    'requestedAt',
  ] as const),
] as const;

/** Search for payments, a single payment, and refunds (spec 25.11). */
export function searchCommands(context: Context, group: Group): void {
  group
    .command('search [term]')
    .description('Find payments by txid, end-to-end id, slip line, CPF or number; or by amount and day')
    .option('--amount <amount>', 'asked or received, in BRL', money)
    .option('--day <day>', 'on which it was paid, YYYY-MM-DD')
    .action(async (term: string | undefined, { amount, day }: { amount?: number; day?: string }) => {
      if (!term && !day) throw new Misused('Give a term, or the day with --day');
      const body = { q: term ?? null, amount: amount ?? null, paidOn: day ?? null };
      const found = await context.call('POST /operations/payments/search', { body });
      const rows = found.data.map((one) => ({ ...one, foundBy: one.foundBy.join(',') }));
      context.lines(
        found,
        rows.map((row) => COLUMNS.map((column) => String(row[column] ?? '')).join('  ')),
      );
    });
  group
    .command('show <id>')
    .description('Show a payment, with what happened to it and what may be done about its marks')
    .action((id: string) =>
      context.show('GET /operations/payments/{id}', { params: { id: wholeNumber(id) } }),
    );
  const refunds = group.command('refunds').description('Money that went back, or is on its way');
  listing(refunds, 'List refunds, the last asked for first; --state takes waiting').action(
    async (given: ListOptions) => {
      const query = queryOf(given) as ReturnType<typeof queryOf> & { state?: 'waiting' };
      const page = await context.call('GET /operations/refunds', { query });
      context.rows(page, page.data, REFUND);
    },
  );
}
