import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Context, wholeNumber, writing } from '../context.ts';
import { essayCommands } from '../essay/essay.ts';
import { readBytes } from '../files.ts';
import { accessKeyCommands } from '../identity/access-key.ts';
import { known, type ListOptions, listing, queryOf } from '../listing.ts';
import { plain, record, table } from '../print.ts';
import { oneLine } from '../visible.ts';
import { selectionCommands } from './candidacy.ts';
import { courseChangeCommands } from './course-change.ts';
import { frontDeskCommands, offerCommands } from './front-desk.ts';
import { DOCUMENT_TYPES, documentTypeOf, eventCommands } from './leaving.ts';
import { aboutCommands } from './note.ts';
import { partCommands } from './parts.ts';

type Finding = {
  offer?: string;
  course?: string;
  pole?: string;
  intake?: string;
  createdFrom?: string;
  createdTo?: string;
  attention?: true;
  externalId?: string;
  waits?: 'person' | 'team' | 'bank' | 'date';
  stillDays?: number;
  document?: string;
  type: string;
  name?: string;
  email?: string;
  phone?: string;
};

const subscriptions = (context: Context) => {
  const group = context.program.command('subscription').description('Applications');
  listing(group, 'List applications; --state takes numbers such as 5 or 5,7')
    .option('--offer <code>', 'only of this offer')
    .option('--course <code>', 'only for this course')
    .option('--pole <code>', 'only at this pole')
    .option('--intake <code>', 'only of this intake')
    .option('--created-from <instant>', 'made since then, the last made first')
    .option('--created-to <instant>', 'made before then')
    .option('--attention', 'only what somebody must look at')
    .option('--external-id <text>', 'only with this number of your own')
    .option('--waits <whom>', 'only what waits for: person, team, bank, date; the longest first')
    .option('--still-days <n>', 'only what has waited for so many days; the longest first', wholeNumber)
    .option('--document <document>', 'only of who has this document')
    .option('--type <type>', `with --document: ${DOCUMENT_TYPES.join(', ')}`, 'cpf')
    .option(
      '--name <beginning>',
      'only of who is called so: first letters of the name, then of further words',
    )
    .option('--email <address>', 'only of who has this e-mail')
    .option('--phone <number>', 'only of who has this cell phone')
    .action(async ({ document, type, name, email, phone, attention, ...given }: ListOptions & Finding) => {
      const query = { ...queryOf(given), ...(attention ? { attention: 'true' as const } : {}) };
      const said = { document, name, email, cellPhone: phone };
      const page = Object.values(said).some((one) => one !== undefined)
        ? await context.call('POST /operations/subscriptions/search', {
            body: { ...query, ...said, documentType: documentTypeOf(type) },
          })
        : await context.call('GET /operations/subscriptions', { query });
      const rows = page.data.map(
        ({ id, subscriptionStatus, statusName, courseName, campusPolo, person, waits }) => ({
          id,
          status: subscriptionStatus,
          name: statusName,
          course: courseName,
          pole: campusPolo,
          person: person.socialName ?? person.name,
          waits: waits?.for,
        }),
      );
      context.rows(page, rows, ['id', 'status', 'name', 'course', 'pole', 'person', 'waits']);
    });
  group
    .command('choices <kind> [words]')
    .description(
      'Find courses, poles, offers or intakes that applications are filtered by: course, pole, offer, intake',
    )
    .option('--institution <code>', 'only of this institution')
    .action(async (of: string, q: string | undefined, given: { institution?: string }) => {
      const query = { ...given, of: of as 'course', ...(q ? { q } : {}) };
      const found = await context.call('GET /operations/filter-choices', { query });
      context.lines(found, [table(found, ['code', 'name', 'note', 'institutionCode'])]);
    });
  group
    .command('show <id>')
    .description('Show an application with its history')
    .action(async (id: string) => {
      const answer = await context.call('GET /operations/subscriptions/{id}', {
        params: { id: wholeNumber(id) },
      });
      const { steps, history, acceptances, payments, documents: asked, person, ...facts } = answer;
      const parts: [string, Record<string, unknown>[], string[]][] = [
        ['Steps', steps, ['code', 'label', 'state']],
        ['History', history, ['at', 'from', 'to', 'event', 'actor', 'reason']],
        ['Contracts', acceptances, ['acceptanceId', 'Contract', 'acceptedAt', 'voidedAt']],
        ['Payments', payments, ['paymentId', 'purpose', 'method', 'amount', 'state', 'createdAt', 'paidAt']],
        ['Documents', asked, ['id', 'name', 'stage', 'required', 'state']],
      ];
      context.lines(answer, [
        record(plain({ ...facts, ...person })),
        ...parts.flatMap(([title, rows, columns]) => ['', title, table(rows, columns)]),
      ]);
    });
  partCommands(context, group);
  aboutCommands(group, context);
  accessKeyCommands(context, group);
  eventCommands(context, group);
  courseChangeCommands(context, group);
  frontDeskCommands(context, group);
  selectionCommands(context, group);
};

const REASONS = ['unreadable', 'file-error', 'wrong-file', 'missing-information', 'other'] as const;
type Reason = (typeof REASONS)[number];

/** A name given by a candidate, made safe as a file name in this folder: neither hidden nor an option of another command. */
const ownName = (name = ''): string =>
  oneLine(basename(name))
    .trim()
    .replace(/^[-.]+/, '');

type UnlessLast = { unlessLast?: true };
const UNLESS_LAST = [
  '--unless-last',
  'refuse it if it would complete the stage and move the application',
] as const;
const concludesIn = ({ unlessLast }: UnlessLast): { concludes?: false } =>
  unlessLast ? { concludes: false } : {};

const documents = (context: Context) => {
  const group = context.program.command('document').description('Documents of candidates');
  const review = async (
    id: string,
    body: {
      decision: 'approved' | 'rejected' | 'waived';
      reason?: Reason;
      note?: string;
      concludes?: boolean;
    },
  ) => {
    const params = { id: wholeNumber(id) };
    await context.show('POST /operations/documents/{id}/review', { params, body });
  };
  listing(group, 'List documents, oldest delivery first')
    .option('--subscription <id>', 'only of this application', wholeNumber)
    .action(async ({ subscription, ...given }: ListOptions & { subscription?: number }) => {
      const query = { ...queryOf(given), subscriptionId: subscription } as ReturnType<typeof queryOf> & {
        state?: 'sent';
      };
      const page = await context.call('GET /operations/documents', { query });
      const rows = page.data.map(({ files, ...document }) => ({
        ...document,
        files: files.map(({ fileId }) => fileId),
      }));
      context.rows(page, rows, ['id', 'subscriptionId', 'name', 'stage', 'required', 'state', 'files']);
    });
  group
    .command('show <id>')
    .description('Show a document with what it is compared with, and what was decided about it')
    .action(async (id: string) => {
      const params = { id: wholeNumber(id) };
      const answer = await context.call('GET /operations/documents/{id}', { params });
      const { compare, decisions, files, claim, nextStatus, nextStatusWaived, reopening, ...facts } = answer;
      const next = {
        ...(nextStatus ? { nextStatus: nextStatus.statusName } : {}),
        ...(nextStatusWaived ? { nextStatusWaived: nextStatusWaived.statusName } : {}),
        ...(reopening ? { reopening: reopening.reason ?? 'yes' } : {}),
      };
      context.lines(answer, [
        record(plain({ ...facts, ...next, claim: claim?.by ?? null })),
        ...['', 'Compared with', table(compare, ['label', 'value'])],
        ...['', 'Files', table(files, ['fileId', 'name', 'type', 'size', 'sentAt'])],
        ...['', 'Decisions', table(decisions, ['at', 'state', 'reason', 'note', 'by'])],
      ]);
    });
  group
    .command('download <fileId>')
    .description('Download a file of a document')
    .option('-o, --output <path>', 'where to write it; its own name otherwise')
    .action(async (fileId: string, { output }: { output?: string }) => {
      const params = { fileId: wholeNumber(fileId) };
      const { name, content } = await context
        .client()
        .download('GET /operations/documents/files/{fileId}', { params });
      const path = output ?? (ownName(name) || `file-${fileId}`);
      writing(path, () => writeFileSync(path, content));
      context.done(`${path} (${content.length} bytes)`, { path, size: content.length });
    });
  group
    .command('send <id>')
    .description('Send a file on behalf of a candidate, by the same rules as her own')
    .requiredOption('-f, --file <path>', 'PDF or JPEG, at most 30 MB')
    .action(async (id: string, { file }: { file: string }) => {
      const params = { id: wholeNumber(id) };
      const sent = new File([readBytes(file)], basename(file));
      context.thing(
        await context
          .client('Sending the file')
          .upload('POST /operations/documents/{id}/files', params, sent),
      );
    });
  group
    .command('cover <id> <other>')
    .description('Say on behalf of a candidate that another document shows what this one asks for')
    .option('--reason <text>', 'why')
    .action(async (id: string, other: string, { reason }: { reason?: string }) => {
      const params = { id: wholeNumber(id), otherId: wholeNumber(other) };
      await context.show('POST /operations/documents/{id}/covered-by/{otherId}', {
        params,
        body: { reason },
      });
    });
  group
    .command('approve <id>')
    .description('Approve a document')
    .option(...UNLESS_LAST)
    .action((id: string, given: UnlessLast) => review(id, { decision: 'approved', ...concludesIn(given) }));
  group
    .command('reject <id>')
    .description('Reject a document')
    .requiredOption('--reason <reason>', REASONS.join(', '))
    .option('--note <text>', 'what is wrong; needed with other')
    .action((id: string, { reason, note }: { reason: string; note?: string }) => {
      const why = known(REASONS, reason, 'reason');
      return review(id, { decision: 'rejected', reason: why, ...(note ? { note } : {}) });
    });
  group
    .command('waive <id>')
    .description('Do without a document')
    .option('--note <text>', 'why')
    .option(...UNLESS_LAST)
    .action((id: string, { note, ...given }: { note?: string } & UnlessLast) =>
      review(id, { decision: 'waived', ...(note ? { note } : {}), ...concludesIn(given) }),
    );
  group
    .command('reopen <id>')
    .description('Look at a decided document again, while its application has not moved on')
    .requiredOption('--reason <text>', 'why; the team reads it')
    .action(async (id: string, { reason }: { reason: string }) => {
      const params = { id: wholeNumber(id) };
      const body = { reason };
      await context.show('POST /operations/documents/{id}/reopening', { params, body });
    });
  group
    .command('approve-all <idAndVersion...>')
    .description('Approve several documents in the versions that were looked at, such as 7001:3 7002:2')
    .option(...UNLESS_LAST)
    .action(async (given: string[], unlessLast: UnlessLast) => {
      const items = given.map((one) => {
        const [id = '', version = ''] = one.split(':');
        return {
          ...{ id: wholeNumber(id), version: wholeNumber(version), decision: 'approved' as const },
          ...concludesIn(unlessLast),
        };
      });
      const answer = await context.call('POST /operations/documents/reviews', { body: { items } });
      if (answer.some(({ code }) => code !== undefined)) context.refuse();
      context.rows(answer, answer, ['id', 'state', 'status', 'code']);
    });
};

const students = (context: Context) => {
  context.program
    .command('student')
    .description('Student numbers')
    .command('set <subscriptionId> <studentLyceumId>')
    .description('Deliver the student number of an enrolled candidate')
    .action(async (subscriptionId: string, studentLyceumId: string) => {
      const params = { id: wholeNumber(subscriptionId) };
      await context.show('PUT /operations/subscriptions/{id}/student', { params, body: { studentLyceumId } });
    });
};

/** What the institution does with applications (spec 17.3). */
export function workCommands(context: Context): void {
  subscriptions(context);
  essayCommands(context);
  documents(context);
  students(context);
  offerCommands(context);
}
