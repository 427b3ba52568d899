import { QUEUE_NAMES } from '@orbita/protocol/work';
import { type Context, wholeNumber } from '../context.ts';
import { known } from '../listing.ts';

type Showing = { institution?: string; pageSize?: number; cursor?: string };

/** `queue`: what waits for the institution's team (spec 25.4). */
export function queueCommands(context: Context): void {
  const queue = context.program.command('queue').description('What waits for a decision of the team');
  queue
    .command('list')
    .description('How much waits in each queue')
    .option('--institution <code>', 'only of this institution')
    .action(async ({ institution }: { institution?: string }) => {
      const answer = await context.client().call('GET /operations/queues', { query: { institution } });
      const rows = answer.queues.map((one) =>
        one.count === null ? { queue: one.queue, label: one.label, count: 'unknown' } : one,
      );
      context.rows(answer, rows, ['queue', 'label', 'count', 'capped', 'atRisk', 'late', 'oldestAt']);
    });
  queue
    .command('show <queue>')
    .description(`Items of a queue, what is due first comes first: ${QUEUE_NAMES.join(', ')}`)
    .option('--institution <code>', 'only of this institution')
    .option('--page-size <n>', 'rows a page, at most 100', wholeNumber)
    .option('--cursor <text>', 'go on after the page before')
    .action(async (name: string, query: Showing) => {
      const params = { queue: known(QUEUE_NAMES, name, 'queue') };
      const page = await context.client().call('GET /operations/queues/{queue}', { params, query });
      const rows = page.data.map(({ claim, ...item }) => ({ ...item, claim: claim?.by ?? null }));
      context.rows(page, rows, [
        'itemId',
        'title',
        'subscriptionId',
        'waitingSince',
        'dueAt',
        'risk',
        'claim',
      ]);
    });
}
