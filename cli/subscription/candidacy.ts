import type { Answer } from '@orbita/protocol';
import type { Command } from 'commander';
import { type Context, list, Misused, wholeNumber } from '../context.ts';

type Choice = Answer<'GET /operations/subscriptions/{id}/disciplines'>;

/** Disciplines with the choice made, one per line. */
const showChoice = (context: Context, choice: Choice): void =>
  context.rows(choice, choice.disciplines, ['code', 'name', 'workload', 'mandatory', 'accepted', 'chosen']);

/** `orbita discipline`: the analysis of a transfer, and the choice on behalf of a candidate (spec 17.3). */
function disciplines(context: Context): void {
  const group = context.program.command('discipline').description('Disciplines of applications');
  group
    .command('show <subscriptionId>')
    .description('Show the disciplines an application may choose, and those chosen')
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      showChoice(context, await context.call('GET /operations/subscriptions/{id}/disciplines', { params }));
    });
  group
    .command('choose <subscriptionId> [codes]')
    .description('Choose the electives on behalf of a candidate, such as PSI151,PSI152; none without codes')
    .action(async (id: string, codes?: string) => {
      const params = { id: wholeNumber(id) };
      const body = { electives: codes ? list(codes) : [] };
      showChoice(
        context,
        await context.call('PUT /operations/subscriptions/{id}/disciplines', { params, body }),
      );
    });
  group
    .command('decide <subscriptionId> <result>')
    .description('Tell the result of the analysis: favourable or unfavourable')
    .option('--accepted <codes>', 'disciplines that need not be taken, such as PSI101,PSI102', list, [])
    .option('--term <n>', 'term to begin in', wholeNumber)
    .action(async (id: string, result: string, given: { accepted: string[]; term?: number }) => {
      if (result !== 'favourable' && result !== 'unfavourable')
        throw new Misused('favourable or unfavourable');
      const params = { id: wholeNumber(id) };
      const body = {
        favourable: result === 'favourable',
        accepted: given.accepted,
        term: given.term ?? null,
      };
      await context.show('POST /operations/subscriptions/{id}/discipline-analysis', { params, body });
    });
}

/** `orbita paper retry`: contract PDFs and files that got stuck. */
function papers(context: Context): void {
  context.program
    .command('paper')
    .description('Papers of applications')
    .command('retry <subscriptionId>')
    .description(
      'Try stuck papers of an application again: the PDF of its contract, files that were not scanned',
    )
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      await context.show('POST /operations/subscriptions/{id}/papers', { params, body: {} });
    });
}

/** `orbita class capacity`: places in a class. */
function classes(context: Context): void {
  context.program
    .command('class')
    .description('Classes')
    .command('capacity <code> <slots>')
    .description('Set the places of a class; never below those taken')
    .option('--offer <code>', 'the offer, where several have a class of this code')
    .action(async (code: string, slots: string, { offer }: { offer?: string }) => {
      const body = { slots: wholeNumber(slots), offerCode: offer ?? null };
      await context.show('PUT /operations/classes/{code}/capacity', { params: { code }, body });
    });
}

/** `orbita subscription decide`: decides the selection documents as a whole. */
export function selectionCommands(context: Context, subscription: Command): void {
  subscription
    .command('decide <id> <decision>')
    .description('Decide about the selection documents: approved, or rejected with a reason')
    .option('--reason <text>', 'why; needed to reject, read by the candidate')
    .option('--yes', 'do not ask: who was rejected applies anew')
    .action(async (id: string, decision: string, { reason, yes }: { reason?: string; yes?: boolean }) => {
      if (decision !== 'approved' && decision !== 'rejected') throw new Misused('approved or rejected');
      const params = { id: wholeNumber(id) };
      await context.confirm(`Reject application ${id}?`, yes || decision === 'approved');
      const body = { decision, reason: reason ?? null } as const;
      await context.show('POST /operations/subscriptions/{id}/selection-decision', { params, body });
    });
}

/** `orbita essay attempts|accommodations|accommodate|refuse`: what a single application is granted. */
export function grantCommands(context: Context, essay: Command): void {
  essay
    .command('attempts <subscriptionId> <extra>')
    .description('Grant more attempts')
    .action(async (id: string, extra: string) => {
      const params = { id: wholeNumber(id) };
      const body = { extra: wholeNumber(extra) };
      await context.show('POST /operations/subscriptions/{id}/essay-attempts', { params, body });
    });
  essay
    .command('accommodations <subscriptionId>')
    .description('Show what was asked for and granted because of a disability')
    .action((id: string) =>
      context.show('GET /operations/subscriptions/{id}/accommodations', { params: { id: wholeNumber(id) } }),
    );
  essay
    .command('accommodate <subscriptionId> <minutes>')
    .description('Grant up to 60 more minutes, in place of what was granted before')
    .option('--notes <text>', 'how a test is to be held')
    .option('--message <text>', 'what the candidate reads, where she asked for it')
    .action(async (id: string, minutes: string, given: { notes?: string; message?: string }) => {
      const params = { id: wholeNumber(id) };
      const { notes = null, message = null } = given;
      const body = { essayExtraMinutes: wholeNumber(minutes), notes, message };
      await context.show('PUT /operations/subscriptions/{id}/accommodations', { params, body });
    });
  essay
    .command('refuse <subscriptionId>')
    .description('Refuse what was asked for before the essay or test')
    .requiredOption('--reason <text>', 'why, read by the candidate')
    .action(async (id: string, { reason }: { reason: string }) => {
      const params = { id: wholeNumber(id) };
      const body = { reason };
      await context.show('POST /operations/subscriptions/{id}/accommodation-refusal', { params, body });
    });
}

/** Decisions about one application in progress (spec 17.3). */
export function candidacyCommands(context: Context): void {
  disciplines(context);
  papers(context);
  classes(context);
}
