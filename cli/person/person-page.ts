import type { Answer } from '@orbita/protocol';
import type { Command } from 'commander';
import { type Context, wholeNumber } from '../context.ts';
import { known } from '../listing.ts';
import { plain, record, table } from '../print.ts';

type Identity = {
  name?: string;
  birthDate?: string;
  documentType?: string;
  document?: string;
  rg?: string;
  rgIssuer?: string;
  rgState?: string;
  proof: string;
  reason: string;
};

const DOCUMENTS = ['cpf', 'rne', 'passport'] as const;
const PROOFS = ['identity-card', 'civil-record', 'cpf-record', 'foreign-document', 'court-order'] as const;
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

/** Where a person lives, in one line; null if that is not known. */
function homeOf({ address, foreignAddress: abroad }: Answer<'GET /operations/persons/{personId}'>) {
  const parts = address
    ? [
        ...[address.street, address.number, address.complement, address.neighborhood],
        ...[`${address.city.name}/${address.city.state.uf}`, address.zipCode],
      ]
    : abroad && [
        ...[abroad.street, abroad.complement, abroad.city, abroad.region, abroad.postalCode],
        abroad.countryName,
      ];
  return parts?.filter(Boolean).join(', ') ?? null;
}

/** `orbita person find|show|contacts|identity`: the same as the console's search and its page of a person (spec 25.6). */
export function personPageCommands(group: Command, context: Context): void {
  group
    .command('find <term>')
    .description('Find people by e-mail, CPF, phone, application number, document or the beginning of a name')
    .action(async (term: string) => {
      const found = await context.call('POST /operations/search', { body: { q: term } });
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
      const person = await context.call('GET /operations/persons/{personId}', { params });
      const { documents, contacts, applications, ...facts } = person;
      const parts: [string, Record<string, unknown>[], string[]][] = [
        ['Documents', documents, ['type', 'number']],
        ['Contacts', contacts, ['channel', 'value', 'confirmedAt']],
        ['Applications', applications, ['id', 'statusName', 'courseName', 'institutionCode']],
      ];
      context.lines(person, [
        record(plain({ ...facts, address: homeOf(person) })),
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
      const person = await context.call('PUT /operations/persons/{personId}/contacts', { params, body });
      context.rows(person, person.contacts, ['channel', 'value', 'confirmedAt']);
    });
  group
    .command('identity <personId>')
    .description('Correct civil name, birth date, document or RG of a person, who is notified of it')
    .option('--name <name>', 'civil name')
    .option('--birth-date <day>', 'birth date, such as 2003-05-10')
    .option('--document-type <type>', `kind of the document: ${DOCUMENTS.join(', ')}`, 'cpf')
    .option('--document <number>', 'document to sign in with; ends her sessions')
    .option('--rg <number>', 'RG')
    .option('--rg-issuer <issuer>', 'issuer of the RG')
    .option('--rg-state <UF>', 'state of the RG')
    .requiredOption('--proof <paper>', `the paper that was seen: ${PROOFS.join(', ')}`)
    .requiredOption('--reason <text>', 'why')
    .action(async (personId: string, { proof, documentType, ...given }: Identity) => {
      const params = { personId: wholeNumber(personId) };
      const body = {
        ...given,
        documentType: known(DOCUMENTS, documentType ?? 'cpf', 'document type'),
        proof: known(PROOFS, proof, 'proof'),
      };
      const person = await context.call('PUT /operations/persons/{personId}/identity', { params, body });
      context.rows(person, person.documents, ['type', 'number']);
    });
}
