import type { Command } from 'commander';
import { type Context, Misused, money, wholeNumber } from '../context.ts';
import { known, type ListOptions, listing, listingOfTenant, oneOf, queryOf } from '../listing.ts';

const cancellations = (context: Context) => {
  const group = context.program.command('cancellation').description('Wishes to leave');
  listing(group, 'List wishes to leave, oldest first').action(async (given: ListOptions) => {
    const query = queryOf(given) as ReturnType<typeof queryOf> & { state?: 'open' };
    const page = await context.call('GET /operations/cancellations', { query });
    context.rows(page, page.data, [
      'id',
      'subscriptionId',
      'reason',
      'state',
      'requestedAt',
      'withdrawalRight',
      'paidTotal',
      'refund',
    ]);
  });
  group
    .command('show <id>')
    .description('Show a wish to leave, with what goes back and whether it may be denied')
    .action((id: string) =>
      context.show('GET /operations/cancellations/{id}', { params: { id: wholeNumber(id) } }),
    );
  group
    .command('decide <id> <decision>')
    .description('Decide: confirmed or denied')
    .option('--refund <amount>', 'what is given back, in BRL', money)
    .option('--refund-by <day>', 'until when, YYYY-MM-DD')
    .option('--reason <text>', 'why; needed to deny')
    .option('--yes', 'do not ask: an application that ends does not come back')
    .action(
      async (
        id: string,
        decision: string,
        given: { refund?: number; refundBy?: string; reason?: string; yes?: boolean },
      ) => {
        if (decision !== 'confirmed' && decision !== 'denied') throw new Misused('confirmed or denied');
        await context.confirm(`End application of cancellation ${id}?`, given.yes || decision === 'denied');
        const params = { id: wholeNumber(id) };
        const body = {
          decision,
          refund: given.refund ?? null,
          refundBy: given.refundBy ?? null,
          reason: given.reason ?? null,
        } as const;
        await context.show('POST /operations/cancellations/{id}/decision', { params, body });
      },
    );
};

export const DOCUMENT_TYPES = ['cpf', 'rne', 'passport'] as const;

/** The kind of document, if known; throws Misused otherwise. */
export const documentTypeOf = (type: string) => known(DOCUMENT_TYPES, type, 'type');

const blocks = (context: Context) => {
  const group = context.program.command('block').description('People who may not apply');
  group
    .command('add <document>')
    .description('Block a person; applications under way go to 8')
    .requiredOption('--reason <text>', 'why')
    .option('--type <type>', DOCUMENT_TYPES.join(', '), 'cpf')
    .action(async (document: string, { reason, type }: { reason: string; type: string }) => {
      const body = { documentType: documentTypeOf(type), document, reason };
      await context.show('POST /operations/blocks', { body });
    });
  listingOfTenant(group, 'List blocks; --state takes active or lifted').action(
    async ({ state, ...given }: ListOptions) => {
      const query = { ...queryOf(given), state: oneOf(['active', 'lifted'] as const, state) };
      const page = await context.call('GET /operations/blocks', { query });
      context.rows(page, page.data, [
        'id',
        'documentType',
        'document',
        'reason',
        'state',
        'createdAt',
        'liftedAt',
      ]);
    },
  );
  group
    .command('remove <id>')
    .description('Lift a block; applications go back to where they were')
    .action((id: string) =>
      context.show('DELETE /operations/blocks/{id}', { params: { id: wholeNumber(id) } }),
    );
};

/** `orbita subscription reinstate|disqualify` (spec 17.3). */
export function eventCommands(context: Context, subscription: Command): void {
  const send = async (id: string, event: 'reinstated' | 'disqualified', reason: string) => {
    const params = { id: wholeNumber(id) };
    const body = { event, reason };
    await context.show('POST /operations/subscriptions/{id}/events', { params, body });
  };
  subscription
    .command('reinstate <id>')
    .description('Bring an expired application back')
    .requiredOption('--reason <text>', 'why')
    .action((id: string, { reason }: { reason: string }) => send(id, 'reinstated', reason));
  subscription
    .command('disqualify <id>')
    .description('End an application for fraud; nothing brings it back')
    .requiredOption('--reason <text>', 'why')
    .option('--yes', 'do not ask')
    .action(async (id: string, { reason, yes }: { reason: string; yes?: boolean }) => {
      await context.confirm(`Disqualify application ${id} for good?`, yes);
      await send(id, 'disqualified', reason);
    });
}

/** Cancellations and blocks (spec 17.3). */
export function leavingCommands(context: Context): void {
  cancellations(context);
  blocks(context);
}
