import { PARAMETERS } from '@orbita/domain/tenancy';
import { describe, expect, it } from 'vitest';
import { consoleShape } from './console.ts';
import { fieldsIn } from './described.ts';
import { KINDS, shapes, tenantShape } from './model.ts';
import { namesContact } from './named-contact.ts';
import { isTable, type Table, type Touched } from './touched.ts';
import { TOUCHES } from './trust.ts';

const SHAPES = {
  tenant: tenantShape,
  console: consoleShape,
  ...Object.fromEntries(KINDS.map((kind) => [kind, shapes[kind]])),
};
/** Fields of a file that become others when it is read. */
const READ_AS_OTHERS = ['prices.installments', 'prices.value'];

/** The fields of a table or a shape, nested ones with their path. */
const named = (table: Table, path: string): string[] =>
  Object.entries(table).flatMap(([name, touched]: [string, Touched | Table]) =>
    isTable(touched) && name !== 'parameters' ? named(touched, `${path}.${name}`) : [`${path}.${name}`],
  );
const shaped = (shape: Parameters<typeof fieldsIn>[0], table: Table, path: string): string[] =>
  Object.entries(fieldsIn(shape)).flatMap(([name, field]) => {
    const touched = table[name] ?? null;
    return isTable(touched) && name !== 'parameters'
      ? shaped(field, touched, `${path}.${name}`)
      : [`${path}.${name}`];
  });

describe('S37: the table of what needs a second person', () => {
  it.each(Object.entries(SHAPES))('S37 decides on every field of %s, and on no other', (kind, shape) => {
    const table: Table = TOUCHES[kind as keyof typeof TOUCHES];
    const fields = shaped(shape, table, kind).filter((name) => !READ_AS_OTHERS.includes(name));
    expect(named(table, kind).sort()).toEqual(fields.sort());
  });

  it('S37 decides on every setting', () => {
    expect(Object.keys(TOUCHES.offers.parameters).sort()).toEqual(Object.keys(PARAMETERS).sort());
  });

  // A field that is written at once is listed here a second time, so that none becomes one by accident.
  it('S37 lets only these be written at once', () => {
    const free = Object.entries(TOUCHES).flatMap(([kind, table]) =>
      Object.entries(table as Table).flatMap(([name, touched]) =>
        touched === null ? [`${kind}.${name}`] : [],
      ),
    );
    expect(free).toEqual([
      ...['tenant.alias', 'tenant.timeZone', 'institutions.code', 'institutions.alias'],
      ...['hosts.application', 'hosts.theme', 'poles.code', 'poles.institution', 'poles.kind'],
      ...['courses.code', 'courses.institution', 'courses.level'],
      ...['code', 'institution', 'start', 'classStart', 'suspended'].map((name) => `intakes.${name}`),
      ...['ingressModes.code', 'ingressModes.useDisciplines', 'contracts.code', 'documentSets.code'],
      ...['code', 'sections', 'approval'].map((name) => `questionnaires.${name}`),
      'essayThemes.code',
      ...['code', 'essayThemes', 'documents', 'questionnaire', 'interview', 'requiresClass'].map(
        (name) => `offers.${name}`,
      ),
      ...['offers.requiredSchooling', 'offers.active'],
      ...['code', 'course', 'intake', 'module', 'workload', 'mandatory', 'active'].map(
        (name) => `disciplines.${name}`,
      ),
      ...['course', 'intake', 'module', 'min', 'max'].map((name) => `electives.${name}`),
      ...['code', 'offer', 'pole', 'shift', 'start', 'startTime', 'endTime', 'slots'].map(
        (name) => `classes.${name}`,
      ),
      ...['code', 'offer', 'pole', 'at', 'capacity'].map((name) => `schedules.${name}`),
      ...['prices.code', 'vouchers.code', 'support.institution'],
    ]);
  });
});

describe('a text that names a contact or a way to pay', () => {
  it.each([
    'Escreva a ana@mal.test',
    'ana＠mal.test',
    'https://mal.test',
    'mal.test/pague',
    'Veja em bit.ly/x',
    'WhatsApp da Ana',
    'Chame no zap.',
    'Faça um PIX',
    'P\u200bix para a Ana',
    'Faça um Píx',
    'Deposite na conta da Ana',
    '(31) 9 9999-0000',
    '31 9.9999.0000',
    '３１９９９９９００００',
    '+55 31 99999 0000',
    '12.345.678/0001-95',
    '123.456.789-09',
    'chave 7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    'Agência 1234 / 56789-0',
    'Faça um \u0420ix',
    'Em 31/99/9999-00',
  ])('is found: %s', (text) => expect(namesContact(text)).toBe(true));

  it.each([
    '',
    'Sala 12, bloco B',
    'Seg e qua, 19h às 22h',
    'Das 08:00 às 22:00',
    'De 02/03/2026 a 05/03/2026',
    '2026-03-02 a 2026-03-05',
    'Rua da Bahia, 1148, 3º andar',
    'Histórico de transferência',
    'Frente e verso, legível. Sem cortes.',
    '1ª turma, 2º andar, nº 3',
    'Ciências Contábeis (conta 8 semestres)',
    'A epixtaxe',
  ])('is no other: %s', (text) => expect(namesContact(text)).toBe(false));
});
