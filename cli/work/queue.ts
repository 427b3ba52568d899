import { KIND_NAMES, QUEUE_NAMES } from '@orbita/protocol/work';
import { type Context, Misused, wholeNumber } from '../context.ts';
import { known } from '../listing.ts';

const WHOSE = ['nobody'] as const;

type Showing = { assigned?: string; institution?: string; pageSize?: number; cursor?: string };

type Assigning = { to?: number; group?: number; back?: boolean; reason?: string };
type Sharing = { group?: number; count: number; institution?: string };

/** `queue`: what is pending for the institution's team (spec 25.4). */
export function queueCommands(context: Context): void {
  const queue = context.program.command('queue').description('What waits for a decision of the team');
  queue
    .command('list')
    .description('How much waits in each queue')
    .option('--institution <code>', 'only of this institution')
    .action(async ({ institution }: { institution?: string }) => {
      const answer = await context.call('GET /operations/queues', { query: { institution } });
      const rows = answer.queues.map((one) =>
        one.count === null ? { queue: one.queue, label: one.label, count: 'unknown' } : one,
      );
      context.rows(answer, rows, ['queue', 'label', 'count', 'capped', 'atRisk', 'late', 'oldestAt']);
    });
  queue
    .command('show <queue>')
    .description(`Items of a queue, what is due first comes first: ${QUEUE_NAMES.join(', ')}`)
    .option('--institution <code>', 'only of this institution')
    .option('--assigned <whose>', 'only those that are nobody’s: nobody')
    .option('--page-size <n>', 'rows a page, at most 100', wholeNumber)
    .option('--cursor <text>', 'go on after the page before')
    .action(async (name: string, { assigned: whose, ...showing }: Showing) => {
      const params = { queue: known(QUEUE_NAMES, name, 'queue') };
      const assigned = whose === undefined ? undefined : known(WHOSE, whose, 'whose');
      const query = { ...showing, assigned };
      const page = await context.call('GET /operations/queues/{queue}', { params, query });
      const rows = page.data.map(({ claim, assigned: to, ...item }) => ({
        ...item,
        claim: claim?.by ?? null,
        assigned: to?.name ?? null,
      }));
      context.rows(page, rows, [
        'itemId',
        'title',
        'subscriptionId',
        'waitingSince',
        'dueAt',
        'risk',
        'claim',
        'assigned',
      ]);
    });
  queue
    .command('assignees <queue>')
    .description('People and groups that may take up what waits in a queue, with how many items are theirs')
    .option('--institution <code>', 'only of this institution')
    .action(async (name: string, query: { institution?: string }) => {
      const params = { queue: known(QUEUE_NAMES, name, 'queue') };
      const answer = await context.call('GET /operations/queues/{queue}/assignees', { params, query });
      const groups = answer.groups.map(({ groupId, name, assigned }) => ({ groupId, name, assigned }));
      context.rows(answer, [...groups, ...answer.data], ['staffId', 'groupId', 'name', 'assigned']);
    });
  queue
    .command('share <queue> [staffId]')
    .description('Give a person or a group the next items of a queue that are nobody’s')
    .option('--group <groupId>', 'to this group instead of a person', wholeNumber)
    .requiredOption('--count <n>', 'how many, at most 100', wholeNumber)
    .option('--institution <code>', 'only of this institution')
    .action(async (name: string, staff: string | undefined, { group, ...given }: Sharing) => {
      if ((staff === undefined) === (group === undefined)) throw new Misused('Say a person or --group');
      const params = { queue: known(QUEUE_NAMES, name, 'queue') };
      const to = staff === undefined ? { groupId: group } : { staffId: wholeNumber(staff) };
      const body = { ...to, ...given };
      const done = await context.call('POST /operations/queues/{queue}/assignments', { params, body });
      context.done(`${done.assigned} given.`, done);
    });
  queue
    .command('assign <kind> <itemId>')
    .description(`Give one item to a person or a group, or back to all; kinds: ${KIND_NAMES.join(', ')}`)
    .option('--to <staffId>', 'to this person', wholeNumber)
    .option('--group <groupId>', 'to this group', wholeNumber)
    .option('--back', 'to nobody')
    .option('--reason <text>', 'what she should know')
    .action(async (kind: string, item: string, { to, group, back, reason }: Assigning) => {
      const said = [to, group, back || undefined].filter((one) => one !== undefined);
      if (said.length !== 1) throw new Misused('Say one of --to, --group and --back');
      const params = { kind: known(KIND_NAMES, kind, 'kind'), itemId: wholeNumber(item) };
      const whose = group === undefined ? { staffId: to ?? null } : { groupId: group };
      const body = { ...whose, ...(reason ? { reason } : {}) };
      await context.call('PUT /operations/assignments/{kind}/{itemId}', { params, body });
      context.done('Done.', {});
    });
  queue
    .command('assignments <kind> <itemId>')
    .description('Whose an item was and is, the last first')
    .action(async (kind: string, item: string) => {
      const params = { kind: known(KIND_NAMES, kind, 'kind'), itemId: wholeNumber(item) };
      const answer = await context.call('GET /operations/assignments/{kind}/{itemId}', { params });
      context.rows(answer, answer.data, ['name', 'by', 'at', 'reason', 'endedAt', 'endedBy']);
    });
}
