import type { Command } from 'commander';
import { type Context, wholeNumber } from '../context.ts';
import { plain, record, table } from '../print.ts';
import { known } from './listing.ts';

const CHECKS = ['in-person', 'document', 'call-back'] as const;
type Correction = { email?: string; phone?: string; check: string; reason: string };

const FOUND = [
  'personId',
  'subscriptionId',
  'name',
  'documentMasked',
  'courseName',
  'statusName',
  'institutionCode',
];

/** `orbita person find|show|contacts`: what the console's search and its page of a person say (spec 25.6). */
export function personPageCommands(group: Command, context: Context): void {
  group
    .command('find <term>')
    .description('Find people by e-mail, CPF, phone, application number, document or the beginning of a name')
    .action(async (term: string) => {
      const found = await context.client().call('POST /operations/search', { body: { q: term } });
      context.lines(found, [
        table(found.data, FOUND),
        ...(found.more ? ['', 'There are more: say more of the one you look for.'] : []),
      ]);
    });
  group
    .command('show <personId>')
    .description('Show a person with contacts, applications and consents')
    .action(async (personId: string) => {
      const params = { personId: wholeNumber(personId) };
      const person = await context.client().call('GET /operations/persons/{personId}', { params });
      const { documents, contacts, applications, ...facts } = person;
      const parts: [string, Record<string, unknown>[], string[]][] = [
        ['Documents', documents, ['type', 'number']],
        ['Contacts', contacts, ['channel', 'value', 'confirmedAt']],
        ['Applications', applications, ['id', 'statusName', 'courseName', 'institutionCode']],
      ];
      context.lines(person, [
        record(plain(facts)),
        ...parts.flatMap(([title, rows, columns]) => ['', title, table(rows, columns)]),
      ]);
    });
  group
    .command('contacts <personId>')
    .description('Correct the e-mail or cell phone of a person, who has to confirm it by a code')
    .option('--email <address>', 'new e-mail')
    .option('--phone <number>', 'new cell phone')
    .requiredOption('--check <how>', `how it was made sure who asks: ${CHECKS.join(', ')}`)
    .requiredOption('--reason <text>', 'why')
    .action(async (personId: string, given: Correction) => {
      const params = { personId: wholeNumber(personId) };
      const identityCheck = known(CHECKS, given.check, 'check');
      const body = { email: given.email, cellPhone: given.phone, identityCheck, reason: given.reason };
      const person = await context
        .client()
        .call('PUT /operations/persons/{personId}/contacts', { params, body });
      context.rows(person, person.contacts, ['channel', 'value', 'confirmedAt']);
    });
}
