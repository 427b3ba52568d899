import type { Answer } from '@orbita/protocol';
import type { Command } from 'commander';
import { type Context, wholeNumber } from '../context.ts';
import { known } from '../listing.ts';
import { record, table } from '../print.ts';

const STATES = ['open', 'kept', 'given'] as const;
const DECISIONS = ['kept', 'given'] as const;
const CHECKS = ['in-person', 'document', 'call-back'] as const;
type Given = { state?: string; page?: number; pageSize?: number; cursor?: string };
type Held = Omit<Given, 'state'> & { institution?: string };
type Decision = { check: string; reason: string };

/** Both people by name, and the facts of the case itself. */
const caseFacts = ({
  account,
  brought,
  reasons,
  opens,
  ...facts
}: Answer<'GET /operations/document-cases/{id}'>) =>
  record({ ...facts, account: account.name, brought: brought?.name, reasons: reasons.join(' ') });

/** `orbita person cases|case|decide-case|held-contacts`: what is held back until the team decides (spec 25.6.3). */
export function documentCaseCommands(group: Command, context: Context): void {
  group
    .command('cases')
    .description('List the documents that an account and an imported person have both')
    .option('--state <state>', `only these: ${STATES.join(', ')}; without it those that are open`)
    .option('--page <n>', 'page, from 1', wholeNumber)
    .option('--page-size <n>', 'rows a page, at most 100', wholeNumber)
    .option('--cursor <text>', 'go on after the page before')
    .action(async ({ state, ...paging }: Given) => {
      const query = { ...paging, ...(state ? { state: known(STATES, state, 'state') } : {}) };
      const page = await context.call('GET /operations/document-cases', { query });
      const rows = page.data.map(({ account, brought, reasons, ...one }) => ({
        ...one,
        account: account.name,
        brought: brought?.name,
        reasons: reasons.join(' '),
      }));
      context.lines(page, [
        table(rows, [
          'caseId',
          'personId',
          'documentMasked',
          'account',
          'brought',
          'reasons',
          'state',
          'openedAt',
        ]),
      ]);
    });
  group
    .command('case <caseId>')
    .description('Show one of them: both people, how the case was opened and what was decided')
    .action(async (caseId: string) => {
      const one = await context.call('GET /operations/document-cases/{id}', {
        params: { id: wholeNumber(caseId) },
      });
      context.lines(one, [caseFacts(one)]);
    });
  group
    .command('held-contacts')
    .description('List people whose corrected contacts wait for a second person of the team')
    .option('--institution <code>', 'only people who applied there')
    .option('--page <n>', 'page, from 1', wholeNumber)
    .option('--page-size <n>', 'rows a page, at most 100', wholeNumber)
    .option('--cursor <text>', 'go on after the page before')
    .action(async (query: Held) => {
      const page = await context.call('GET /operations/held-contacts', { query });
      const rows = page.data.map(({ channels, ...one }) => ({ ...one, channels: channels.join(' ') }));
      context.lines(page, [
        table(rows, ['personId', 'name', 'channels', 'correctedBy', 'at', 'heldUntil', 'mayRelease']),
      ]);
    });
  group
    .command('decide-case <caseId> <decision>')
    .description(
      'Decide whose the document is: kept leaves it to the account, given gives it to the imported person',
    )
    .requiredOption('--check <how>', `how it was made sure: ${CHECKS.join(', ')}`)
    .requiredOption('--reason <text>', 'why')
    .action(async (caseId: string, decision: string, { check, reason }: Decision) => {
      const decided = await context.call('POST /operations/document-cases/{id}/decision', {
        params: { id: wholeNumber(caseId) },
        body: {
          decision: known(DECISIONS, decision, 'decision'),
          identityCheck: known(CHECKS, check, 'check'),
          reason,
        },
      });
      context.lines(decided, [caseFacts(decided)]);
    });
}
