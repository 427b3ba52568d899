import type { Command } from 'commander';
import { type Context, wholeNumber } from '../context.ts';

/** `orbita subscription timeline|actions`: the history of an application and what may be done now (spec 25.6). */
export function aboutCommands(group: Command, context: Context): void {
  group
    .command('timeline <id>')
    .description('Show what happened with an application, newest first, in the words its candidate reads')
    .option('--only <what>', 'visible: what the candidate reads; staff: the rest')
    .option('--cursor <text>', 'go on after the page before')
    .action(async (id: string, query: { only?: 'visible' | 'staff'; cursor?: string }) => {
      const params = { id: wholeNumber(id) };
      const page = await context.call('GET /operations/subscriptions/{id}/timeline', { params, query });
      context.rows(page, page.data, ['at', 'kind', 'text', 'status', 'actor', 'by', 'visible']);
    });
  group
    .command('actions <id>')
    .description('Show what may be done with an application now, and why not')
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      const actions = await context.call('GET /operations/subscriptions/{id}/actions', { params });
      const rows = actions.map(({ reason, ...rest }) => ({ ...rest, reason: reason?.text ?? null }));
      context.rows(actions, rows, ['action', 'allowed', 'reason', 'transition']);
    });
}

/** `orbita note list|add|edit|remove` (spec 25.6.3). */
export function noteCommands(context: Context): void {
  const group = context.program.command('note').description('Notes of the team about applications');
  group
    .command('list <subscriptionId>')
    .description('List the notes about an application, newest first')
    .option('--cursor <text>', 'go on after the page before')
    .action(async (subscriptionId: string, query: { cursor?: string }) => {
      const params = { id: wholeNumber(subscriptionId) };
      const page = await context.call('GET /operations/subscriptions/{id}/notes', { params, query });
      context.rows(page, page.data, ['id', 'at', 'by', 'text']);
    });
  group
    .command('add <subscriptionId> <text>')
    .description('Write a note; the person gets it with the copy of her data')
    .action(async (subscriptionId: string, text: string) => {
      const params = { id: wholeNumber(subscriptionId) };
      await context.show('POST /operations/subscriptions/{id}/notes', { params, body: { text } });
    });
  group
    .command('edit <id> <text>')
    .description('Change an own note within 15 minutes')
    .action(async (id: string, text: string) => {
      const params = { id: wholeNumber(id) };
      await context.show('PUT /operations/notes/{id}', { params, body: { text } });
    });
  group
    .command('remove <id>')
    .description('Take an own note away within 15 minutes')
    .action(async (id: string) => {
      await context.call('DELETE /operations/notes/{id}', { params: { id: wholeNumber(id) } });
      context.done(`Note ${id} removed`);
    });
}

/** Applications by their numbers, or all of a list in some statuses. */
const wishOf = (
  kind: string,
  ids: string[],
  given: { state?: string; stillDays?: number; institution?: string },
) => ({
  kind: kind as 'continue' | 'payment',
  ...(ids.length > 0 ? { subscriptionIds: ids.map(wholeNumber) } : { query: given }),
});

/**
 * `orbita reminder preview|send|list|show|stop` and `orbita reminder own`: reminds candidates who are at a standstill (spec
 * 25.6.5).
 */
export function reminderCommands(context: Context): void {
  const group = context.program
    .command('reminder')
    .description('Reminders to many people, and who looks after whom');
  for (const [name, description] of [
    ['preview', 'Show what a reminder would say, to how many, and who is left out'],
    ['send', 'Remind the people of some applications, or of a list'],
  ] as const)
    group
      .command(`${name} <kind> [ids...]`)
      .description(`${description}; kind: continue, payment`)
      .option('--state <numbers>', 'of the list: only in these statuses')
      .option('--still-days <n>', 'of the list: only what has waited for so many days', wholeNumber)
      .option('--institution <code>', 'of the list: only of this institution')
      .action(
        async (
          kind: string,
          ids: string[],
          given: { state?: string; stillDays?: number; institution?: string },
        ) => {
          const body = wishOf(kind, ids, given);
          const client = context.client();
          context.thing(
            name === 'preview'
              ? await client.call('POST /operations/reminders/preview', { body })
              : await client.call('POST /operations/reminders', { body }),
          );
        },
      );
  group
    .command('list')
    .description('List the batches with their results, newest first')
    .option('--cursor <text>', 'go on after the page before')
    .action(async (query: { cursor?: string }) => {
      const page = await context.call('GET /operations/reminders', { query });
      context.rows(page, page.data, [
        'id',
        'createdAt',
        'kind',
        'state',
        'by',
        'sent',
        'waiting',
        'cameBack',
        'paid',
      ]);
    });
  group
    .command('show <id>')
    .description('Show one batch')
    .action((id: string) =>
      context.show('GET /operations/reminders/{id}', { params: { id: wholeNumber(id) } }),
    );
  group
    .command('stop <id>')
    .description('Stop a batch: who was not reminded yet is not')
    .action((id: string) =>
      context.show('POST /operations/reminders/{id}/stop', { params: { id: wholeNumber(id) } }),
    );
}
