import { AUDIT_KINDS } from '@orbita/protocol/caller';
import { type Context, wholeNumber } from '../context.ts';
import { type ListOptions, listing, oneOf, queryOf } from '../listing.ts';

type PreviewOptions = {
  institution: string;
  variant?: string;
  paragraph?: string;
  signature?: string;
  html?: boolean;
};

const STATES = ['pending', 'sent', 'failed'] as const;

const messages = (context: Context) => {
  const group = context.program.command('message').description('Messages to candidates');
  listing(group, `List messages, newest first; --state takes ${STATES.join(', ')}`)
    .option('--subscription <id>', 'only of this application', wholeNumber)
    .action(async ({ subscription, state, ...given }: ListOptions & { subscription?: number }) => {
      const query = { ...queryOf(given), state: oneOf(STATES, state), subscriptionId: subscription };
      const page = await context.call('GET /operations/notifications', { query });
      context.rows(page, page.data, [
        'id',
        'subscriptionId',
        'template',
        'channel',
        'to',
        'state',
        'attempts',
        'createdAt',
        'deliveredAt',
        'lastError',
      ]);
    });
  group
    .command('templates')
    .description('List every message that is sent, and which may have a paragraph of the institution')
    .action(async () => {
      const answer = await context.call('GET /operations/message-templates');
      context.rows(answer, answer.data, ['id', 'title', 'to', 'channels', 'variants', 'mayHaveParagraph']);
    });
  group
    .command('preview <template>')
    .description('Show a message with invented data, as an institution would send it')
    .requiredOption('--institution <code>', 'in the look and with the words of this institution')
    .option('--variant <name>', 'one of its texts, where it has several')
    .option('--paragraph <text>', 'with this paragraph in place of the one in the catalogue')
    .option('--signature <text>', 'with these lines below the name')
    .option('--html', 'as HTML')
    .action(async (template: string, { html, ...body }: PreviewOptions) => {
      const answer = await context.call('POST /operations/message-templates/{template}/preview', {
        params: { template: template as 'N-01' },
        body,
      });
      const { fromName, subject, text, sms } = answer;
      context.lines(
        answer,
        html ? [answer.html] : [`${fromName}: ${subject}`, text, ...(sms ? [`SMS: ${sms}`] : [])],
      );
    });
  group
    .command('resend <id>')
    .description('Send a message again, to the contact known now and with a fresh link')
    .action((id: string) =>
      context.show('POST /operations/notifications/{id}/resend', { params: { id: wholeNumber(id) } }),
    );
};

type AuditOptions = ListOptions & {
  subject?: string;
  by?: string;
  staff?: number;
  token?: number;
  kind?: string;
  refused?: boolean;
  from?: string;
  to?: string;
};

const audit = (context: Context) => {
  context.program
    .command('audit')
    .description('Show who did what by this API, newest first')
    .option('--subject <address>', 'only of this address, or what begins with it')
    .option('--by <text>', 'only what this operator did')
    .option('--staff <id>', 'only what this person of the team did', wholeNumber)
    .option('--token <id>', 'only what this token did', wholeNumber)
    .option('--kind <kind>', `only acts of this kind: ${AUDIT_KINDS.join(', ')}`)
    .option('--refused', 'only what was refused')
    .option('--from <instant>', 'only what was done from then on')
    .option('--to <instant>', 'only what was done before then')
    .option('--since <instant>', 'only since then')
    .option('--page <n>', 'page, from 1', wholeNumber)
    .option('--page-size <n>', 'rows a page, at most 100', wholeNumber)
    .option('--cursor <text>', 'go on after the page before')
    .action(async ({ subject, by, staff, token, kind, refused, from, to, ...given }: AuditOptions) => {
      const query = {
        ...{ ...queryOf(given), subject, operator: by, staffId: staff, tokenId: token },
        ...{ kind: oneOf(AUDIT_KINDS, kind), doneFrom: from, doneTo: to },
        outcome: refused ? ('refused' as const) : undefined,
      };
      const page = await context.call('GET /operations/audit', { query });
      context.rows(page, page.data, [
        'id',
        'at',
        'token',
        'operator',
        'staffId',
        'role',
        'text',
        'action',
        'subject',
        'status',
      ]);
    });
};

/** Messages and the audit (spec 17.2). */
export function messageCommands(context: Context): void {
  messages(context);
  audit(context);
}
