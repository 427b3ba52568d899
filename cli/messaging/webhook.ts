import { type WebhookKind, webhookKind } from '@orbita/protocol/messaging';
import { type Context, list, Misused, wholeNumber } from '../context.ts';
import { type ListOptions, listing, oneOf, queryOf } from '../listing.ts';

const KINDS = webhookKind.options;
const OVERLAP_HOURS = 24;
const COLUMNS = ['id', 'institution', 'url', 'kinds', 'state', 'failingSince', 'attention'] as const;

/** Kinds as typed; `payment.*` means every kind of its group. */
const kindsOf = (text: string): WebhookKind[] =>
  list(text).flatMap((given) => {
    const known = KINDS.filter(
      (kind) => kind === given || (given.endsWith('.*') && kind.startsWith(given.slice(0, -1))),
    );
    if (known.length === 0) throw new Misused(`Unknown kind ${given}; known: ${KINDS.join(', ')}`);
    return known;
  });

const endpoints = (context: Context, group: ReturnType<Context['program']['command']>) => {
  group
    .command('add <institution> <url>')
    .description('Register an address that is told what happens; its secret is shown this once')
    .option(
      '--kinds <kinds>',
      `${KINDS.join(',')}, or a group such as payment.*; all of them otherwise`,
      kindsOf,
    )
    .option('--description <text>', 'what it is', '')
    .action(
      async (institution: string, url: string, given: { kinds?: WebhookKind[]; description: string }) => {
        const body = { institution, url, kinds: given.kinds ?? null, description: given.description };
        await context.show('POST /operations/webhook-endpoints', { body });
      },
    );
  listing(group, 'List registered addresses').action(async ({ state, ...given }: ListOptions) => {
    const query = { ...queryOf(given), state: oneOf(['active', 'disabled'] as const, state) };
    const page = await context.call('GET /operations/webhook-endpoints', { query });
    context.rows(page, page.data, COLUMNS);
  });
  group
    .command('show <id>')
    .description('Show one registered address')
    .action((id: string) =>
      context.show('GET /operations/webhook-endpoints/{id}', { params: { id: wholeNumber(id) } }),
    );
  group
    .command('remove <id>')
    .description('Remove an address with its log; what has not left is lost')
    .option('--yes', 'do not ask')
    .action(async (id: string, { yes }: { yes?: boolean }) => {
      const params = { id: wholeNumber(id) };
      await context.confirm(`Remove endpoint ${id} and what waits for it?`, yes);
      await context.call('DELETE /operations/webhook-endpoints/{id}', { params });
      context.done(`Endpoint ${id} removed`);
    });
  group
    .command('rotate <id>')
    .description('Give a new secret, shown this once; the former one signs beside it for some hours')
    .option(
      '--overlap <hours>',
      'hours the former secret still signs, at most 168',
      wholeNumber,
      OVERLAP_HOURS,
    )
    .action(async (id: string, { overlap }: { overlap: number }) => {
      const request = { params: { id: wholeNumber(id) }, body: { overlapHours: overlap } };
      await context.show('POST /operations/webhook-endpoints/{id}/rotation', request);
    });
  group
    .command('change <id> <url>')
    .description('Disable an address, or let it be active again and get what was held')
    .option('--kinds <kinds>', `${KINDS.join(',')}; as they were otherwise`, kindsOf)
    .option('--disable', 'hold what happens from now on')
    .action(async (id: string, url: string, given: { kinds?: WebhookKind[]; disable?: boolean }) => {
      const state: 'active' | 'disabled' = given.disable ? 'disabled' : 'active';
      const body = { url, kinds: given.kinds ?? null, state };
      const params = { id: wholeNumber(id) };
      await context.show('PUT /operations/webhook-endpoints/{id}', { params, body });
    });
};

const STATES = ['pending', 'delivered', 'failed', 'held'] as const;
const deliveries = (context: Context, group: ReturnType<Context['program']['command']>) => {
  group
    .command('deliveries')
    .description('Show the delivery log, last changed first')
    .option('--state <state>', STATES.join(', '))
    .option('--endpoint <id>', 'only to this address', wholeNumber)
    .option('--subscription <id>', 'only of this application', wholeNumber)
    .option('--since <instant>', 'changed since then')
    .option('--page <n>', 'page, from 1', wholeNumber)
    .option('--page-size <n>', 'rows a page, at most 100', wholeNumber)
    .option('--cursor <text>', 'go on after the page before')
    .action(async (given: ListOptions & { endpoint?: number; subscription?: number }) => {
      const { state, endpoint, subscription, ...rest } = given;
      const query = { ...queryOf(rest), state: oneOf(STATES, state), endpoint, subscriptionId: subscription };
      const page = await context.call('GET /operations/webhook-deliveries', { query });
      context.rows(page, page.data, [
        'id',
        'endpoint',
        'kind',
        'subscriptionId',
        'version',
        'state',
        'attempts',
        'lastStatus',
        'lastError',
        'updatedAt',
      ]);
    });
  group
    .command('replay [id]')
    .description(
      'Send one event again, or with --endpoint, --from and --to all that failed between two moments',
    )
    .option('--endpoint <id>', 'the address', wholeNumber)
    .option('--from <instant>', 'first moment')
    .option('--to <instant>', 'first moment that does not count any more')
    .option('--delivered', 'what had arrived, too')
    .action(
      async (
        id: string | undefined,
        given: { endpoint?: number; from?: string; to?: string; delivered?: boolean },
      ) => {
        if (id !== undefined) {
          const params = { id: wholeNumber(id) };
          const answer = await context.call('POST /operations/webhook-deliveries/{id}/replay', { params });
          return context.thing(answer);
        }
        const { endpoint, from, to, delivered } = given;
        if (endpoint === undefined || !from || !to)
          throw new Misused('Give an id, or --endpoint, --from and --to');
        const body = { endpoint, from, to, delivered: delivered ?? false };
        const answer = await context.call('POST /operations/webhook-deliveries/replay', { body });
        context.done(`${answer.replayed} events are sent again`, answer);
      },
    );
};

/** Outgoing webhooks (spec 17.5): addresses, log, resending. */
export function webhookCommands(context: Context): void {
  const group = context.program
    .command('webhook')
    .description('Systems of institutions that are notified of what happens');
  endpoints(context, group);
  deliveries(context, group);
}
