import type { Command } from 'commander';
import { type Context, number, wholeNumber } from '../context.ts';
import { known } from '../listing.ts';
import { table } from '../print.ts';

const DEADLINES = ['steps', 'payment', 'documents'] as const;

type Extending = { reason?: string };

/** `orbita subscription deadlines|extend|discounts|discount`: what is done for one person at the front desk (spec 25.6.2). */
export function frontDeskCommands(context: Context, subscription: Command): void {
  subscription
    .command('deadlines <id>')
    .description('Deadlines that run for an application and may be extended')
    .action(async (id: string) => {
      const found = await context
        .client()
        .call('GET /operations/subscriptions/{id}/deadlines', { params: { id: wholeNumber(id) } });
      context.lines(found, [table(found.deadlines, ['deadline', 'until', 'open'])]);
    });
  subscription
    .command('extend <id> <deadline> <day>')
    .description(`Extend a deadline to a later day: ${DEADLINES.join(', ')}`)
    .option('--reason <text>', 'why')
    .action(async (id: string, deadline: string, until: string, { reason }: Extending) => {
      const body = { deadline: known(DEADLINES, deadline, 'deadline'), until, reason };
      const params = { id: wholeNumber(id) };
      context.thing(
        await context.client().call('POST /operations/subscriptions/{id}/deadline', { params, body }),
      );
    });
  subscription
    .command('discounts <id>')
    .description('Payments that a discount could lower, and what was given to this application alone')
    .action(async (id: string) => {
      const found = await context
        .client()
        .call('GET /operations/subscriptions/{id}/discounts', { params: { id: wholeNumber(id) } });
      context.lines(found, [
        table(found.payments, ['purpose', 'first', 'all']),
        '',
        table(found.given, ['code', 'purpose', 'percent', 'amount', 'appliesTo', 'until', 'used']),
      ]);
    });
  subscription
    .command('discount <id> <payment> <until>')
    .description('Give one application a discount on a payment, tax or enrollment, valid until a day')
    .option('--percent <number>', 'percentage taken off', number)
    .option('--amount <amount>', 'sum taken off, in BRL', number)
    .option('--all', 'off every instalment, not only the first')
    .option('--reason <text>', 'why')
    .action(
      async (
        id: string,
        payment: string,
        until: string,
        given: { percent?: number; amount?: number; all?: true; reason?: string },
      ) => {
        const body = {
          purpose: known(['tax', 'enrollment'] as const, payment, 'payment'),
          percent: given.percent ?? null,
          amount: given.amount ?? null,
          appliesTo: given.all ? ('all' as const) : ('first' as const),
          until,
          reason: given.reason ?? null,
        };
        const params = { id: wholeNumber(id) };
        context.thing(
          await context.client().call('POST /operations/subscriptions/{id}/discount', { params, body }),
        );
      },
    );
}

/** `orbita offer extend`: a deadline of everybody who applied for an offer. */
export function offerCommands(context: Context): void {
  const group = context.program.command('offer').description('Offers');
  group
    .command('extend <code> <deadline> <day>')
    .description(`Extend a deadline of all applications of an offer under way: ${DEADLINES.join(', ')}`)
    .option('--reason <text>', 'why')
    .action(async (code: string, deadline: string, until: string, { reason }: Extending) => {
      const body = { deadline: known(DEADLINES, deadline, 'deadline'), until, reason };
      context.thing(
        await context.client().call('POST /operations/offers/{code}/deadline', { params: { code }, body }),
      );
    });
}
