import { cycleState, monthMark } from '@orbita/protocol/payment';
import { type Context, money, wholeNumber } from '../context.ts';
import { known, type ListOptions, listing, oneOf, queryOf } from '../listing.ts';

const COLUMNS = [
  ...['id', 'subscriptionId', 'number', 'dueDate', 'method', 'amount', 'received', 'refunded', 'state'],
  'attention',
] as const;

type MonthListOptions = ListOptions & { attention?: string; subscription?: number };
type Group = ReturnType<Context['program']['command']>;

const lists = (context: Context, group: Group) =>
  listing(group, 'List the months of all authorisations, most recently changed first')
    .option('--attention <mark>', `only those somebody must look at: any, ${monthMark.options.join(', ')}`)
    .option('--subscription <id>', 'only of this application', wholeNumber)
    .action(async ({ attention, state, subscription, ...given }: MonthListOptions) => {
      const query = {
        ...queryOf(given),
        state: oneOf(cycleState.options, state),
        attention:
          attention === undefined
            ? undefined
            : known([...monthMark.options, 'any'] as const, attention, 'mark'),
        subscriptionId: subscription,
      };
      const page = await context.call('GET /operations/months', { query });
      const rows = page.data.map((one) => ({ ...one, attention: one.attention.join(',') }));
      context.rows(page, rows, COLUMNS);
    });

const showing = (context: Context, group: Group) =>
  group
    .command('show <id>')
    .description('Show a month, with what may be done about its marks')
    .action((id: string) => context.show('GET /operations/months/{id}', { params: { id: wholeNumber(id) } }));

type Refund = { amount: number; reason: string; outside?: boolean; yes?: boolean };

const refunds = (context: Context, group: Group) =>
  group
    .command('refund <id>')
    .description('Give money of a month back by the bank or the acquirer that took it')
    .requiredOption('--amount <amount>', 'how much, in BRL', money)
    .requiredOption('--reason <text>', 'why')
    .option('--outside', 'it was given back elsewhere already: only register it')
    .option('--yes', 'do not ask: money that left does not come back')
    .action(async (id: string, { amount, reason, outside = false, yes }: Refund) => {
      await context.confirm(`Give back R$ ${amount.toFixed(2)} of month ${id}?`, yes);
      const request = { params: { id: wholeNumber(id) }, body: { amount, reason, outside } };
      const answer = await context.call('POST /operations/months/{id}/refund', request);
      context.thing(answer);
      if (answer.state === 'failed') context.refuse();
    });

const resolutions = (context: Context, group: Group) =>
  group
    .command('resolve <id>')
    .description('Take an attention mark off a month: nothing has to happen')
    .requiredOption('--mark <mark>', monthMark.options.join(', '))
    .requiredOption('--reason <text>', 'why; kept with the month')
    .action(async (id: string, given: { mark: string; reason: string }) => {
      const mark = known(monthMark.options, given.mark, 'mark');
      const request = { params: { id: wholeNumber(id) }, body: { mark, reason: given.reason } };
      await context.show('POST /operations/months/{id}/resolution', request);
    });

/** Later months of recurrences (spec 14.8, 17.3). */
export function monthCommands(context: Context): void {
  const group = context.program
    .command('month')
    .description('Later months that a card or an automatic Pix pays, and their refunds');
  lists(context, group);
  showing(context, group);
  refunds(context, group);
  resolutions(context, group);
}
