import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type Context, money, number, wholeNumber, writing } from '../context.ts';
import { known } from '../listing.ts';
import { table } from '../print.ts';
import { DOCUMENT_TYPES, documentTypeOf } from './leaving.ts';

/** Purposes of a dossier. */
const DOSSIER_REASONS = ['holder', 'court', 'audit', 'service'] as const;
const DEADLINES = ['steps', 'payment', 'documents'] as const;

type Extending = { reason?: string };

/** `orbita subscription deadlines|extend|discounts|discount`: what the front desk does for one candidate (spec 25.6.2). */
export function frontDeskCommands(context: Context, subscription: Command): void {
  subscription
    .command('deadlines <id>')
    .description('Deadlines that run for an application and may be extended')
    .action(async (id: string) => {
      const found = await context.call('GET /operations/subscriptions/{id}/deadlines', {
        params: { id: wholeNumber(id) },
      });
      context.lines(found, [table(found.deadlines, ['deadline', 'until', 'open'])]);
    });
  subscription
    .command('extend <id> <deadline> <day>')
    .description(`Extend a deadline to a later day: ${DEADLINES.join(', ')}`)
    .option('--reason <text>', 'why')
    .action(async (id: string, deadline: string, until: string, { reason }: Extending) => {
      const body = { deadline: known(DEADLINES, deadline, 'deadline'), until, reason };
      const params = { id: wholeNumber(id) };
      await context.show('POST /operations/subscriptions/{id}/deadline', { params, body });
    });
  subscription
    .command('withdraw-discount <id> <payment>')
    .description('Take the discount of one application for a payment away again, tax or enrollment')
    .option('--reason <text>', 'why')
    .action(async (id: string, payment: string, { reason }: Extending) => {
      const body = { purpose: known(['tax', 'enrollment'] as const, payment, 'payment'), reason };
      const params = { id: wholeNumber(id) };
      await context.show('POST /operations/subscriptions/{id}/discount/withdrawal', { params, body });
    });
  subscription
    .command('dossier <id>')
    .description('One PDF of an application')
    .requiredOption('-o, --output <path>', 'where to write it')
    .option('--reason <reason>', `what it is for: ${DOSSIER_REASONS.join(', ')}`)
    .action(async (id: string, { output: path, reason }: { output: string; reason?: string }) => {
      const params = { id: wholeNumber(id) };
      const query = reason === undefined ? {} : { reason: known(DOSSIER_REASONS, reason, 'reason') };
      const { content } = await context
        .client()
        .download('GET /operations/subscriptions/{id}/dossier', { params, query });
      writing(path, () => writeFileSync(path, content));
      context.done(`${path} (${content.length} bytes)`, { path, size: content.length });
    });
  subscription
    .command('discounts <id>')
    .description('Payments that a discount could lower, and what was given to this application alone')
    .action(async (id: string) => {
      const found = await context.call('GET /operations/subscriptions/{id}/discounts', {
        params: { id: wholeNumber(id) },
      });
      context.lines(found, [
        table(found.payments, ['purpose', 'first', 'all']),
        '',
        table(found.given, ['code', 'purpose', 'percent', 'amount', 'appliesTo', 'until', 'used']),
      ]);
    });
  subscription
    .command('discount <id> <payment> <until>')
    .description('Give one application a discount on a payment, tax or enrollment, valid until a day')
    .option('--percent <number>', 'percentage taken off', number)
    .option('--amount <amount>', 'sum taken off, in BRL', money)
    .option('--all', 'off every instalment, not only the first')
    .option('--reason <text>', 'why')
    .action(
      async (
        id: string,
        payment: string,
        until: string,
        given: { percent?: number; amount?: number; all?: true; reason?: string },
      ) => {
        const body = {
          purpose: known(['tax', 'enrollment'] as const, payment, 'payment'),
          percent: given.percent ?? null,
          amount: given.amount ?? null,
          appliesTo: given.all ? ('all' as const) : ('first' as const),
          until,
          reason: given.reason ?? null,
        };
        const params = { id: wholeNumber(id) };
        await context.show('POST /operations/subscriptions/{id}/discount', { params, body });
      },
    );
}

const PAPERS = ['identity-card', 'driving-licence', 'foreign-document'] as const;

type Applying = {
  type: string;
  name: string;
  birth: string;
  email?: string;
  phone?: string;
  paper: string;
  schooling: string;
  year?: number;
  consent?: true;
};

/**
 * `orbita offer open|apply|extend`: applying for somebody at the front desk, and extending a deadline for everybody of an
 * offer.
 */
export function offerCommands(context: Context): void {
  const group = context.program.command('offer').description('Offers');
  group
    .command('open [words]')
    .description('Courses that somebody may apply for now')
    .action(async (q: string | undefined) => {
      const found = await context.call('GET /operations/front-desk/offers', {
        query: q === undefined ? {} : { q },
      });
      context.lines(found, [table(found.data, ['offerCode', 'courseCode', 'courseName', 'ingress'])]);
    });
  group
    .command('apply <offer> <course> <pole> <document>')
    .description('Apply for somebody who stands there and whose paper was seen')
    .option('--type <type>', DOCUMENT_TYPES.join(', '), 'cpf')
    .requiredOption('--name <name>', 'civil name')
    .requiredOption('--birth <day>', 'date of birth, YYYY-MM-DD')
    .option('--email <address>', 'her e-mail, where she is new')
    .option('--phone <number>', 'her cell phone, where she is new')
    .requiredOption('--paper <kind>', PAPERS.join(', '))
    .requiredOption('--schooling <level>', 'code of her schooling, such as high-school')
    .option('--year <year>', 'when she will conclude it', wholeNumber)
    .requiredOption('--consent', 'she has read the privacy notice and agrees')
    .action(
      async (offerCode: string, courseCode: string, poleCode: string, document: string, given: Applying) => {
        const body = {
          ...{ offerCode, courseCode, poleCode, document, documentType: documentTypeOf(given.type) },
          ...{ name: given.name, birthDate: given.birth, paper: known(PAPERS, given.paper, 'paper') },
          ...(given.email ? { email: given.email } : {}),
          ...(given.phone ? { cellPhone: given.phone } : {}),
          schooling: { level: given.schooling, ...(given.year ? { expectedYear: given.year } : {}) },
          consent: true as const,
        };
        await context.show('POST /operations/front-desk/applications', { body });
      },
    );
  group
    .command('extend <code> <deadline> <day>')
    .description(`Extend a deadline of all applications of an offer under way: ${DEADLINES.join(', ')}`)
    .option('--reason <text>', 'why')
    .action(async (code: string, deadline: string, until: string, { reason }: Extending) => {
      const body = { deadline: known(DEADLINES, deadline, 'deadline'), until, reason };
      await context.show('POST /operations/offers/{code}/deadline', { params: { code }, body });
    });
}
