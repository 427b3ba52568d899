import { attention } from '@orbita/protocol/payment/team';
import { type Context, money, wholeNumber } from '../context.ts';
import { known, type ListOptions, listing, queryOf } from '../listing.ts';
import { searchCommands } from './search.ts';

type PaymentListOptions = ListOptions & { attention?: string; method?: string; subscription?: number };

const PURPOSES = ['tax', 'enrollment'] as const;

const lists = (context: Context, group: ReturnType<Context['program']['command']>) =>
  listing(group, 'List payments, most recently changed first')
    .option('--attention <mark>', 'only those somebody must look at: a mark such as amount-higher, or any')
    .option('--method <method>', 'only of this method, such as pix or manual')
    .option('--subscription <id>', 'only of this application', wholeNumber)
    .action(async ({ attention, method, subscription, ...given }: PaymentListOptions) => {
      // The service refuses invalid marks, methods and states, which it knows best.
      const query = { ...queryOf(given), attention, method, subscriptionId: subscription } as ReturnType<
        typeof queryOf
      > & { state?: 'pending'; attention?: 'any'; method?: 'pix'; subscriptionId?: number };
      const page = await context.call('GET /operations/payments', { query });
      const rows = page.data.map((one) => ({ ...one, attention: one.attention.join(',') }));
      context.rows(page, rows, [
        'id',
        'subscriptionId',
        'purpose',
        'method',
        'amount',
        'received',
        'refunded',
        'state',
        'attention',
      ]);
    });

const due = (context: Context, group: ReturnType<Context['program']['command']>) =>
  group
    .command('due <subscription>')
    .description('Show what an application has to pay now, and what could be given back of each payment')
    .action((id: string) =>
      context.show('GET /operations/subscriptions/{id}/money', { params: { id: wholeNumber(id) } }),
    );

const recurrences = (context: Context, group: ReturnType<Context['program']['command']>) =>
  group
    .command('recurrence <subscription>')
    .description('Show the authorisation of the later instalments and what became of each month')
    .action((id: string) =>
      context.show('GET /operations/subscriptions/{id}/recurrence', { params: { id: wholeNumber(id) } }),
    );

const decisions = (context: Context, group: ReturnType<Context['program']['command']>) => {
  group
    .command('settle <id>')
    .description('Settle a payment made at the institution; the application goes on')
    .option('--received-at <instant>', 'when the money came, ISO 8601 with offset; now unless given')
    .option('--proof <text>', 'number of the receipt or of the bank statement')
    .option('--reason <text>', 'a remark, kept with the history')
    .action(async (id: string, given: { receivedAt?: string; proof?: string; reason?: string }) => {
      const body = {
        decision: 'settled',
        receivedAt: given.receivedAt ?? null,
        proof: given.proof ?? null,
        reason: given.reason ?? null,
      } as const;
      const params = { id: wholeNumber(id) };
      await context.show('POST /operations/manual-payments/{id}/decision', { params, body });
    });
  group
    .command('refuse <id>')
    .description('Refuse a payment made at the institution; the time to pay starts anew')
    .requiredOption('--reason <text>', 'why; the candidate reads it')
    .action(async (id: string, { reason }: { reason: string }) => {
      const params = { id: wholeNumber(id) };
      const body = { decision: 'refused', reason } as const;
      await context.show('POST /operations/manual-payments/{id}/decision', { params, body });
    });
};

const asking = (context: Context, group: ReturnType<Context['program']['command']>) => {
  group
    .command('manual <subscription>')
    .description('Take a payment at the institution; open charges of the application end')
    .requiredOption('--amount <amount>', 'what is to be paid, in BRL', money)
    .requiredOption('--reason <text>', 'why it is paid there')
    .option('--purpose <purpose>', PURPOSES.join(', '), 'enrollment')
    .action(async (id: string, given: { amount: number; reason: string; purpose: string }) => {
      const purpose = known(PURPOSES, given.purpose, 'purpose');
      const params = { id: wholeNumber(id) };
      const body = { purpose, amount: given.amount, reason: given.reason };
      await context.show('POST /operations/subscriptions/{id}/manual-payments', { params, body });
    });
  group
    .command('refund <id>')
    .description('Give money back: what came by Pix through the bank, anything else is registered')
    .requiredOption('--amount <amount>', 'how much, in BRL', money)
    .requiredOption('--reason <text>', 'why')
    .option('--outside', 'it was given back elsewhere already: only register it')
    .option('--yes', 'do not ask: money that left does not come back')
    .action(
      async (id: string, given: { amount: number; reason: string; outside?: boolean; yes?: boolean }) => {
        const { amount, reason, outside = false, yes } = given;
        await context.confirm(`Give back R$ ${amount.toFixed(2)} of payment ${id}?`, yes);
        const params = { id: wholeNumber(id) };
        const answer = await context.call('POST /operations/payments/{id}/refund', {
          params,
          body: { amount, reason, outside },
        });
        context.thing(answer);
        if (answer.state === 'failed') context.refuse();
      },
    );
};

type Resolved = { mark: string; settled?: boolean; reason: string };

const resolutions = (context: Context, group: ReturnType<Context['program']['command']>) =>
  group
    .command('resolve <id>')
    .description('Take an attention mark off a payment: nothing has to happen, or its money pays after all')
    .requiredOption('--mark <mark>', attention.options.join(', '))
    .requiredOption('--reason <text>', 'why; kept with the payment')
    .option('--settled', 'the money pays the application, which goes on; otherwise the mark is ignored')
    .action(async (id: string, given: Resolved) => {
      const mark = known(attention.options, given.mark, 'mark');
      const params = { id: wholeNumber(id) };
      const decision: 'settled' | 'ignored' = given.settled ? 'settled' : 'ignored';
      const body = { mark, decision, reason: given.reason };
      await context.show('POST /operations/payments/{id}/resolution', { params, body });
    });

/** Payments and refunds (spec 17.3). */
export function paymentCommands(context: Context): void {
  const group = context.program.command('payment').description('Payments and refunds');
  lists(context, group);
  searchCommands(context, group);
  due(context, group);
  recurrences(context, group);
  decisions(context, group);
  asking(context, group);
  resolutions(context, group);
}
