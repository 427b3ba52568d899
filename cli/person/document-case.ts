import type { Command } from 'commander';
import { type Context, wholeNumber } from '../context.ts';
import { known } from '../listing.ts';
import { record, table } from '../print.ts';

const STATES = ['open', 'kept', 'given'] as const;
const DECISIONS = ['kept', 'given'] as const;
const CHECKS = ['in-person', 'document', 'call-back'] as const;
type Given = { state?: string; page?: number; pageSize?: number; cursor?: string };
type Decision = { check: string; reason: string };

/** `orbita person cases|decide-case`: accounts and imported people with one document (spec 25.6.3). */
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
      const page = await context.client().call('GET /operations/document-cases', { query });
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
    .command('decide-case <caseId> <decision>')
    .description(
      'Decide whose the document is: kept leaves it to the account, given gives it to the imported person',
    )
    .requiredOption('--check <how>', `how it was made sure: ${CHECKS.join(', ')}`)
    .requiredOption('--reason <text>', 'why')
    .action(async (caseId: string, decision: string, { check, reason }: Decision) => {
      const decided = await context.client().call('POST /operations/document-cases/{id}/decision', {
        params: { id: wholeNumber(caseId) },
        body: {
          decision: known(DECISIONS, decision, 'decision'),
          identityCheck: known(CHECKS, check, 'check'),
          reason,
        },
      });
      const { account, brought, reasons, ...facts } = decided;
      context.lines(decided, [record(facts)]);
    });
}
