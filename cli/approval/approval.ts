import { APPROVAL_STATES } from '@orbita/protocol/approval';
import { type Context, wholeNumber } from '../context.ts';
import { type ListOptions, listing, oneOf, queryOf } from '../listing.ts';

const STATES = [...APPROVAL_STATES, 'decided'] as const;
const COLUMNS = [
  'id',
  'kind',
  'summary',
  'amount',
  'requestedBy',
  'requestedAt',
  'expiresAt',
  'state',
  'decidedBy',
];

/** `approval`: what awaits a second person. There is no command to approve: a token cannot be the second person (spec 25.20). */
export function approvalCommands(context: Context): void {
  const approval = context.program
    .command('approval')
    .description('Acts of the team that wait for a second person');
  listing(approval, `List requests, those that wait without --state; it takes ${STATES.join(', ')}`).action(
    async ({ state, ...given }: ListOptions) => {
      const query = { ...queryOf(given), state: oneOf(STATES, state) };
      const page = await context.call('GET /operations/approvals', { query });
      const rows = page.data.map((row) => ({
        ...row,
        requestedBy: row.requestedBy.name,
        decidedBy: row.decidedBy?.name ?? null,
      }));
      context.rows(page, rows, COLUMNS);
    },
  );
  approval
    .command('show <id>')
    .description('One request, with its reason and how it ended')
    .action((id: string) =>
      context.show('GET /operations/approvals/{id}', { params: { id: wholeNumber(id) } }),
    );
}
