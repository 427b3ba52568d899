import { TEXTS } from '../../foundation/index.ts';
import type { Address } from '../address.ts';
import type { PersonalData } from '../personal-data.ts';

/**
 * The field rules of spec 2.4 as data: typed and pasted values with the expected error. Unit, API and browser tests all run
 * this table, so that every layer validates alike.
 */
export type FieldCase = {
  field: keyof PersonalData | `personAddress.${keyof Address}`;
  value: string | number | null;
  /** Expected error text; absent = accepted. */
  text?: string;
  /** Expected stored value; absent = not checked. */
  stored?: string | number | null;
  /** Other data of the person; the nationality determines the rules for documents. */
  of?: 'foreigner';
  /** Description of the case. */
  why: string;
};

const ZERO_WIDTH = '\u200b';
const RTL = '\u202e';
const JOINER = '\u200d';
const REQUIRED = 'Obrigatório.';
const SPECIAL = 'Caracteres especiais não são permitidos.';
const SURNAME = 'Informe Nome e Sobrenome.';
const RG = TEXTS.rg;
const max = (length: number) => `Máximo de ${length} caracteres.`;

type Row = [
  why: string,
  value: string | number | null,
  text?: string | undefined,
  stored?: string | number | null,
];
const rows =
  (field: FieldCase['field'], of?: FieldCase['of']) =>
  (...list: Row[]): FieldCase[] =>
    list.map(([why, value, text, stored]) => ({
      field,
      value,
      why,
      ...(text === undefined ? {} : { text }),
      ...(stored === undefined ? {} : { stored }),
      ...(of ? { of } : {}),
    }));

const name = rows('name')(
  ['plain', 'Candidata Um', undefined, 'Candidata Um'],
  ['spaces around and between', '  Candidata   Um ', undefined, 'Candidata Um'],
  ['no-break space', 'Candidata\u00a0Um', undefined, 'Candidata Um'],
  ['accents typed apart', 'Joa\u0303o da Silva', undefined, 'João da Silva'],
  ['curved apostrophe', 'Ana D’Ávila', undefined, "Ana D'Ávila"],
  ['hyphen', 'Maria-Clara de Sá', undefined, 'Maria-Clara de Sá'],
  [
    'accents without a composed letter',
    'Kuaray G\u0303uarani Nhe\u1ebdry m\u0302',
    undefined,
    'Kuaray G\u0303uarani Nhe\u1ebdry m\u0302',
  ],
  ['an accent typed apart from its letter', 'E\u0303to\u0303 Kaingang', undefined, '\u1ebct\u00f5 Kaingang'],
  ['two accents on a letter, in any order', 'Ta\u0331\u0303 Ticuna', undefined, 'T\u00e3\u0331 Ticuna'],
  ['letters with a stroke', 'M\u0268r\u0289 Y\u1ebd', undefined, 'M\u0268r\u0289 Y\u1ebd'],
  ['the glottal stop as a letter', 'Wari\ua78c P\ua78b', undefined, "Wari' P'"],
  ['a pile of accents', `Ana Z${'\u0300\u0301\u0302\u0303\u0304'}algo`, SPECIAL],
  ['an accent on nothing', '\u0303Ana Silva', SPECIAL],
  ['an accent on a hyphen', 'Ana-\u0303 Silva', SPECIAL],
  ['a stroke through a letter', 'Ana Si\u0336lva', SPECIAL],
  ['an accent over two letters', 'Ana Si\u0361lva', SPECIAL],
  ['an enclosing circle', 'Ana S\u20dd Silva', SPECIAL],
  ['120 characters', `Ana ${'b'.repeat(116)}`, undefined],
  ['nothing', '', REQUIRED],
  ['spaces', '   ', REQUIRED],
  ['nothing one can see', `${ZERO_WIDTH}${JOINER}`, REQUIRED],
  ['a filler of another script', '\u3164', REQUIRED],
  ['one word', 'Candidata', SURNAME],
  ['a single letter for surname', 'Maria E', undefined, 'Maria E'],
  ['a surname first', 'Ng O', undefined, 'Ng O'],
  ['initials only', 'A B', SURNAME],
  ['two characters', 'Al', 'Mínimo de 3 caracteres.'],
  ['121 characters', `Ana ${'b'.repeat(117)}`, max(120)],
  ['a digit', 'C4ndidata Um', SPECIAL],
  ['mark-up', '<b>Ana</b> Silva', SPECIAL],
  ['Cyrillic that looks Latin', 'Сandidata Um', SPECIAL],
  ['Arabic', 'مرشح تجريبي', SPECIAL],
  ['full-width letters', 'Ａna Silva', undefined, 'Ana Silva'],
  ['zero-width inside', `Ana${ZERO_WIDTH} Silva`, undefined, 'Ana Silva'],
  ['right-to-left mark', `Ana ${RTL}Silva`, undefined, 'Ana Silva'],
  ['soft hyphen and marks', '\ufeffMa\u00adria\u202fda\u2009Silva\ufe0f', undefined, 'Maria da Silva'],
  ['every apostrophe', "D’A D‘A DʼA D´A D`A D′A D'A", undefined, "D'A D'A D'A D'A D'A D'A D'A"],
  ['every hyphen', 'A‐A A‑A A‒A A–A A−A A-A Sá', undefined, 'A-A A-A A-A A-A A-A A-A Sá'],
  ['letters joined in a PDF', 'A\ufb01na Silva', undefined, 'Afina Silva'],
  ['word joiner, and accents apart', 'Jose\u0301\u2060 Sa\u0301', undefined, 'José Sá'],
  ['control character', 'Ana\u0007 Silva', SPECIAL],
  ['emoji', 'Ana Silva 😀', SPECIAL],
  ['line break', 'Ana\nSilva', SPECIAL],
);

const socialName = rows('socialName')(
  ['one word', 'Duda', undefined, 'Duda'],
  ['nothing', '', undefined, null],
  ['only hidden characters', ZERO_WIDTH, undefined],
  ['two characters', 'Du', 'Mínimo de 3 caracteres.'],
  ['121 characters', 'd'.repeat(121), max(120)],
  ['sign', 'D@da', SPECIAL],
  ['emoji', 'Duda 🌷', SPECIAL],
  ['zero-width inside', `Du${ZERO_WIDTH}da`, undefined, 'Duda'],
);

const cpf = rows('document')(
  ['separators', '505.606.707-53', undefined, '50560670753'],
  ['digits', '50560670753', undefined, '50560670753'],
  ['pasted with spaces', ' 505 606 707 53 ', undefined, '50560670753'],
  ['pasted with a long dash', '505.606.707–53', undefined, '50560670753'],
  ['other separators', '505,606·707_53', undefined, '50560670753'],
  ['nothing', '', REQUIRED],
  ['wrong check digit', '505.606.707-54', 'CPF inválido.'],
  ['all equal', '111.111.111-11', 'CPF inválido.'],
  ['ten digits', '5056067075', 'CPF inválido.'],
  ['twelve digits', '505606707530', 'CPF inválido.'],
  ['letter', '5056067075a', 'CPF inválido.'],
  ['full-width digits', '５０５．606．707－53', undefined, '50560670753'],
  ['minus sign', '505.606.707\u221253', undefined, '50560670753'],
  ['Arabic digits', '٥٠٥٦٠٦٧٠٧٥٣', 'CPF inválido.'],
  ['zero-width inside', `505606${ZERO_WIDTH}70753`, undefined, '50560670753'],
  ['right-to-left mark', `${RTL}50560670753`, undefined, '50560670753'],
  ['control character', '505606\u000770753', 'CPF inválido.'],
);

const rne = rows('rne', 'foreigner')(
  ['typed in lower case', 'v123456-7', undefined, 'V1234567'],
  ['spaces', 'G 123 456 - 8', undefined, 'G1234568'],
  ['two letters, letter at the end', 'RN12345-A', undefined, 'RN12345A'],
  ['all zero', 'V000000-0', 'RNE inválido.'],
  ['no letter', '1234567', 'RNE inválido.'],
  ['too short', 'V1234', 'RNE inválido.'],
  ['too long', 'V123456789012', 'RNE inválido.'],
  ['Cyrillic letter', 'В123456-7', 'RNE inválido.'],
  ['zero-width inside', `V123${ZERO_WIDTH}4567`, undefined, 'V1234567'],
  ['full-width digits', 'V１２３４５６‑7', undefined, 'V1234567'],
  ['emoji', 'V123456😀', 'RNE inválido.'],
);

const passport = rows('passport', 'foreigner')(
  ['upper case', 'XA1234567', undefined, 'XA1234567'],
  ['lower case and space', 'xa 1234568', undefined, 'XA1234568'],
  ['digits only', '123456', undefined, '123456'],
  ['too short', '12-34', 'Passaporte inválido.'],
  ['too long', 'XA12345678', 'Passaporte inválido.'],
  ['no digit', 'ABCDEF', 'Passaporte inválido.'],
  ['accent', 'XÁ123456', 'Passaporte inválido.'],
  ['joiner inside', `XA12${JOINER}3456`, undefined, 'XA123456'],
  ['full-width', 'ＸＡ123456', undefined, 'XA123456'],
);

const rg = rows('rg')(
  ['plain', 'MG1234567', undefined, 'MG1234567'],
  ['separators and lower case', 'mg-12.345.67', undefined, 'MG1234567'],
  ['ends in X', '12.345.678-x', undefined, '12345678X'],
  ['new CIN, whose number is the CPF', '111.222.333-96', undefined, '11122233396'],
  ['nothing', '', undefined, null],
  ['five characters', '12345', RG.short],
  ['five characters with separators', '12.34-5', RG.short],
  ['all identical', '111111', RG.identical],
  ['contains null', 'xxnullxx', RG.nothing],
  ['contains NULL', 'NULL12', RG.nothing],
  ['null alone', 'null', RG.nothing],
  ['21 characters', '1234567890'.repeat(2).concat('1'), RG.characters],
  ['Cyrillic letters', 'МG1234567', RG.characters],
  ['zero-width inside', `MG12345${ZERO_WIDTH}67`, undefined, 'MG1234567'],
  ['emoji', 'MG12345😀', RG.characters],
);

const birthDate = rows('birthDate')(
  ['a day', '2003-05-10', undefined, '2003-05-10'],
  ['leap day', '2004-02-29', undefined, '2004-02-29'],
  ['14 years today', '2012-01-12', undefined, '2012-01-12'],
  ['nothing', '', REQUIRED],
  ['14 years tomorrow', '2012-01-13', 'Você precisa ter 14 anos ou mais. Confira o ano.'],
  ['no leap year', '2003-02-29', 'Confira a data. Escreva dia, mês e ano: 25/04/2003.'],
  ['month 13', '2003-13-01', 'Confira a data. Escreva dia, mês e ano: 25/04/2003.'],
  ['111 years', '1914-01-12', 'Confira a data. Escreva dia, mês e ano: 25/04/2003.'],
  ['in the future', '2030-01-01', 'Esta data ainda não chegou. Confira o ano.'],
  ['words', 'ontem', 'Confira a data. Escreva dia, mês e ano: 25/04/2003.'],
  ['full-width digits', '２００３‑05‑10', undefined, '2003-05-10'],
  ['another order', '10-05-2003', 'Confira a data. Escreva dia, mês e ano: 25/04/2003.'],
);

const email = rows('email')(
  ['plain', 'um@exemplo.test'],
  ['capitals', 'UM@Exemplo.Test'],
  ['spaces around', ' um@exemplo.test '],
  ['plus and dots', 'a.b+c@d-e.com.br'],
  ['nothing', '', REQUIRED],
  ['no at', 'um', 'E-mail inválido.'],
  ['no dot', 'um@exemplo', 'E-mail inválido.'],
  ['space inside', 'u m@exemplo.test', 'E-mail inválido.'],
  ['two dots', 'um@exemplo..test', 'E-mail inválido.'],
  ['accent', 'úm@exemplo.test', 'E-mail inválido.'],
  ['other script', 'почта@exemplo.test', 'E-mail inválido.'],
  ['zero-width inside', `um@exem${ZERO_WIDTH}plo.test`, undefined, 'um@exemplo.test'],
  ['hyphen that does not break', 'um@meu‑exemplo.test'],
  ['full-width signs', 'um＠exemplo．test'],
  ['name and brackets', 'Candidata Um <um@exemplo.test>'],
  ['address of a link', 'mailto:um@exemplo.test'],
  ['end of a sentence', 'um@exemplo.test. '],
  ['beginning of a list', 'um@exemplo.test;'],
  ['spaces at the sign', 'um @ exemplo.test'],
  ['full stop of another keyboard', 'um@exemplo。test'],
  ['accent in the domain', 'um@josé.test', 'E-mail inválido.'],
  ['two signs', 'um@@exemplo.test', 'E-mail inválido.'],
  ['control character', 'um@exemplo\u0007.test', 'E-mail inválido.'],
  ['emoji', '😀@exemplo.test', 'E-mail inválido.'],
  ['121 characters', `${'a'.repeat(60)}@${'b'.repeat(55)}.test`, 'E-mail inválido.'],
  ['two addresses', 'um@exemplo.test,dois@exemplo.test', 'E-mail inválido.'],
);

const CELL = 'Celular inválido.';
const cellPhone = rows('cellPhone')(
  ['as read', '(31) 90000-0001'],
  ['digits', '31900000001'],
  ['with country code', '+55 (31) 90000-0001'],
  ['with trunk zero', '031 90000-0001'],
  ['nothing', '', REQUIRED],
  ['not a cell phone', '(31) 80000-0000', CELL],
  ['landline', '(31) 3000-0001', CELL],
  ['area code nobody has', '(20) 90000-0001', CELL],
  ['ten digits', '3190000001', CELL],
  ['twelve digits', '319000000012', CELL],
  ['letters', '31 9oooo-0001', CELL],
  ['full-width digits', '３１900000001'],
  ['zero-width inside', `319${ZERO_WIDTH}00000001`],
  ['hidden marks and a minus sign', '\u202a+55 31 90000\u22120001\u202c'],
  ['trunk zero in brackets', '+55 (0)31 90000-0001'],
  ['carrier', '0 21 31 90000-0001'],
  ['country by double zero', '0055 31 90000-0001'],
  ['any carrier', '(0xx31) 9 0000-0001'],
  ['other separators', '[31] 90000•0001'],
  ['collect call', '9090 31 90000-0001', CELL],
  ['without area code', '90000-0001', CELL],
  ['Portuguese', '+351 912 345 678'],
  ['Portuguese without plus', '351912345678', CELL],
  ['two numbers', '31 90000-0001 / 31 90000-0002', CELL],
  ['extension', '31 90000-0001 ramal 2', CELL],
  ['of another country by double zero', '0014155552671', CELL],
  ['of another country dialled from the USA', '011 34 912 345 678', CELL],
  ['of another country', '+5491100000000'],
  ['of another country with separators', '+54 9 11 0000-0000'],
  ['of another country without plus', '5491100000000', CELL],
  ['too short', '+1234567', CELL],
  ['too long', '+1234567890123456', CELL],
  ['right-to-left mark', `${RTL}+5491100000000`],
  ['zero that is dialled at home only', '+44 (0)20 7946 0958'],
  ['Brazilian that is none', '+55 31 80000-0001', CELL],
);

const phone = rows('phone')(
  ['landline', '(31) 3000-0001', undefined, '3130000001'],
  ['cell phone', '(31) 90000-0001', undefined, '31900000001'],
  ['nothing', '', undefined, null],
  ['begins with 6', '(31) 6000-0001', 'Telefone inválido.'],
  ['short', '123', 'Telefone inválido.'],
  ['letters', '31 3000-OOO1', 'Telefone inválido.'],
  ['zero-width inside', `31${ZERO_WIDTH}30000001`, undefined, '3130000001'],
  ['of another country', '+541100000000', undefined, '+541100000000'],
  ['too short', '+5411', 'Telefone inválido.'],
);

const papers = [
  ...rows('rgIssuer')(
    ['plain', 'SSP', undefined, 'SSP'],
    ['with a stroke', 'SSP/MG', undefined, 'SSP/MG'],
    ['21 characters', 'S'.repeat(21), max(20)],
    ['mark-up', '<i>SSP</i>', SPECIAL],
    ['zero-width inside', `S${ZERO_WIDTH}SP`, undefined, 'SSP'],
  ),
  ...rows('motherName')(
    ['plain', 'Responsável Exemplo', undefined, 'Responsável Exemplo'],
    ['one word', 'Responsável', SURNAME],
    ['emoji', 'Responsável 😀', SPECIAL],
  ),
];

const zip = rows('personAddress.zipCode')(
  ['as read', '30100-001', undefined, '30100001'],
  ['digits', '30100001', undefined, '30100001'],
  ['pasted', ' 30.100-001 ', undefined, '30100001'],
  ['other separators', '30,100_001', undefined, '30100001'],
  ['nothing', '', REQUIRED],
  ['no CEP begins so', '00000-000', 'CEP inválido.'],
  ['of another state', '01001-000', 'CEP inválido.'],
  ['seven digits', '3010000', 'CEP inválido.'],
  ['nine digits', '301000011', 'CEP inválido.'],
  ['letter', '3010000a', 'CEP inválido.'],
  ['full-width digits', '３０100‑001', undefined, '30100001'],
  ['zero-width inside', `3010${ZERO_WIDTH}0001`, undefined, '30100001'],
);

const place = [
  ...rows('personAddress.street')(
    ['plain', 'Rua Exemplo', undefined, 'Rua Exemplo'],
    ['with punctuation', "Av. D'Ávila, 2º trecho – lado ímpar (fundos)", undefined],
    ['spaces', '  Rua   Exemplo ', undefined, 'Rua Exemplo'],
    ['nothing', '', REQUIRED],
    ['nothing one can see', JOINER, REQUIRED],
    ['121 characters', 'r'.repeat(121), max(120)],
    ['mark-up', 'Rua <script>', SPECIAL],
    ['emoji', 'Rua 😀', SPECIAL],
    ['zero-width inside', `Rua${ZERO_WIDTH} Exemplo`, undefined, 'Rua Exemplo'],
    ['right-to-left mark', `Rua ${RTL}Exemplo`, undefined, 'Rua Exemplo'],
    ['other script', 'Улица Пример', SPECIAL],
  ),
  ...rows('personAddress.number')(
    ['number', '100', undefined, '100'],
    ['none', 'S/N', undefined, 'S/N'],
    ['with a letter', '100-A', undefined, '100-A'],
    ['nothing', '', REQUIRED],
    ['11 characters', '12345678901', max(10)],
    ['full-width digits', '１００', undefined, '100'],
    ['emoji', '😀', SPECIAL],
  ),
  ...rows('personAddress.complement')(
    ['plain', 'Apto 101, bloco B', undefined, 'Apto 101, bloco B'],
    ['nothing', '', undefined, null],
    ['61 characters', 'a'.repeat(61), max(60)],
    ['zero-width inside', `Apto${ZERO_WIDTH} 1`, undefined, 'Apto 1'],
  ),
  ...rows('personAddress.neighborhood')(
    ['plain', 'Bairro Modelo', undefined, 'Bairro Modelo'],
    ['nothing', '', REQUIRED],
    ['81 characters', 'b'.repeat(81), max(80)],
    ['emoji', 'Centro 🌷', SPECIAL],
  ),
  ...rows('personAddress.cityId')(
    ['chosen', 3106200, undefined, 3106200],
    ['none chosen', 0, 'Selecione uma cidade.'],
    ['nothing', null, 'Selecione uma cidade.'],
  ),
];

export const FIELD_CASES: readonly FieldCase[] = [
  ...name,
  ...socialName,
  ...cpf,
  ...rne,
  ...passport,
  ...rg,
  ...birthDate,
  ...email,
  ...cellPhone,
  ...phone,
  ...papers,
  ...zip,
  ...place,
];

/** Date used as today in the table. */
export const CASES_DAY = '2026-01-12';

/** A person with valid data, so that only the field under test can fail. */
export const CASES_PERSON: PersonalData = {
  name: 'Candidata Um',
  documentType: 'cpf',
  document: '505.606.707-53',
  birthDate: '2003-05-10',
  genderId: 1,
  nationality: 'BR',
  email: 'um@exemplo.test',
  cellPhone: '31900000001',
};
export const CASES_FOREIGNER: PersonalData = { ...CASES_PERSON, nationality: 'AR', issuingCountry: 'AR' };
export const CASES_ADDRESS: Address = {
  zipCode: '30100-001',
  street: 'Rua Exemplo',
  number: '100',
  complement: '',
  neighborhood: 'Bairro Modelo',
  stateId: 31,
  cityId: 3106200,
};
export const CASES_UF = 'MG';
