import { type Context, wholeNumber } from '../context.ts';

type Given = {
  from?: string;
  to?: string;
  institution?: string;
  page?: number;
  pageSize?: number;
  cursor?: string;
};

/** `orbita move list`: who moved which application, by which move (spec 25.6.3). */
export function moveCommands(context: Context): void {
  const group = context.program.command('move').description('Moves of applications from status to status');
  group
    .command('list <event>')
    .description('List the moves by one event, such as course-changed, newest first')
    .option('--from <instant>', 'made since then')
    .option('--to <instant>', 'made before then')
    .option('--institution <code>', 'only of this institution')
    .option('--page <n>', 'page, from 1', wholeNumber)
    .option('--page-size <n>', 'rows a page, at most 100', wholeNumber)
    .option('--cursor <text>', 'go on after the page before')
    .action(async (event: string, given: Given) => {
      const page = await context.call('GET /operations/moves', { query: { ...given, event } });
      context.rows(page, page.data, ['at', 'subscriptionId', 'from', 'to', 'actor', 'by', 'reason']);
    });
}
