import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AREA_CODES,
  birthDate,
  cellPhone,
  check,
  citySelected,
  cpf,
  email,
  isCpf,
  maxLength,
  minLength,
  normaliseEmail,
  normaliseName,
  normalisePhone,
  normaliseRne,
  noSpecialCharacters,
  passport,
  passportOf,
  personName,
  phone,
  required,
  rg,
  rne,
  socialName,
  zipCode,
  zipCodeOf,
} from './index.ts';

const CPFS = [
  '111.222.333-96',
  '222.333.444-05',
  '444.555.666-19',
  '333.444.555-08',
  '555.666.777-20',
  '666.777.888-30',
  '777.888.999-41',
  '100.200.300-88',
  '200.300.400-94',
  '300.400.500-09',
  '400.500.600-07',
  '500.600.700-13',
  '600.700.800-20',
  '700.800.900-36',
  '101.202.303-64',
  '202.303.404-31',
  '303.404.505-09',
  '404.505.606-86',
  '505.606.707-53',
  '606.707.808-20',
];

describe('required and lengths', () => {
  it.each([null, undefined, '', '   ', '\u200b', ' \u00a0\t'])('%j is empty', (value) => {
    expect(required(value)).toBe('Obrigatório.');
  });
  it('counts characters, not code units', () => {
    expect(minLength(3)('ab')).toBe('Mínimo de 3 caracteres.');
    expect(minLength(6)('abcde')).toBe('Mínimo de 6 caracteres.');
    expect(maxLength(2)('😀😀')).toBeUndefined();
    expect(maxLength(2)('abc')).toBe('Máximo de 2 caracteres.');
    expect(minLength(3)('')).toBeUndefined();
  });
  it('requires a city', () => {
    expect(citySelected(0)).toBe('Selecione uma cidade.');
    expect(citySelected(null)).toBe('Selecione uma cidade.');
    expect(citySelected(3106200)).toBeUndefined();
  });
});

describe('check', () => {
  it('returns the first error of each field, in the order of the rules', () => {
    const errors = check(
      { name: 'Candidata', document: '111.222.333-97', email: '' },
      { email: [required, email], name: [required, personName], document: cpf },
    );
    expect(errors).toEqual([
      { field: 'email', message: 'Obrigatório.' },
      { field: 'name', message: 'Informe Nome e Sobrenome.' },
      { field: 'document', message: 'CPF inválido.' },
    ]);
  });
});

describe('CPF', () => {
  it.each(CPFS)('%s is valid, also without separators', (value) => {
    expect(cpf(value)).toBeUndefined();
    expect(cpf(value.replace(/\D/g, ''))).toBeUndefined();
    expect(cpf(value.replace(/\D/g, ' '))).toBeUndefined();
  });
  it.each(['111.222.333-97', '111.111.111-11', '00000000000', '1112223339', '111222333966', '1112223339a'])(
    '%s is not',
    (value) => expect(cpf(value)).toBe('CPF inválido.'),
  );
  it('refuses digits of other scripts', () => expect(cpf('١١١22233396')).toBe('CPF inválido.'));
  it('agrees with an independent implementation', () => {
    const number = fc
      .integer({ min: 0, max: 99_999_999_999 })
      .map((value) => String(value).padStart(11, '0'));
    fc.assert(fc.property(number, (value) => isCpf(value) === isValidCpf(value)));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (body) => {
        const head = String(body).padStart(9, '0');
        const found = Array.from({ length: 100 }, (_, end) => head + String(end).padStart(2, '0')).filter(
          isCpf,
        );
        return found.length === 1 || (found.length === 0 && /^(.)\1*$/.test(head));
      }),
      { numRuns: 50 },
    );
  });
});

describe('RNE, passport, RG', () => {
  it.each(['V123456-7', 'v123456-7', 'V1234567', 'RN12345-A', 'G 123 456 - 7'])('RNE %s', (value) =>
    expect(rne(value)).toBeUndefined(),
  );
  it.each(['V000000-0', '1234567', 'VVV1234567', 'V1234', 'V12345678901', 'В123456-7'])(
    'refuses RNE %s',
    (value) => expect(rne(value)).toBe('RNE inválido.'),
  );
  it('normalises the RNE', () => expect(normaliseRne('v123456-7')).toBe('V1234567'));
  it.each(['XA1234567', 'xa1234567', 'AB123456', '123456'])('passport %s', (value) =>
    expect(passport(value)).toBeUndefined(),
  );
  it.each(['12-34', 'ABCDEF', 'XA12345678', 'XÁ123456'])('refuses passport %s', (value) =>
    expect(passport(value)).toBe('Passaporte inválido.'),
  );
  it('recognises the Brazilian form', () => {
    expect(passportOf('BR')('AB123456')).toBeUndefined();
    expect(passportOf('BR')('XA1234567')).toBe('Passaporte inválido.');
    expect(passportOf('AR')('XA1234567')).toBeUndefined();
  });
  it.each(['MG1234567', '12.345.678-9', '11122233396', '12.345.678-X'])('RG %s', (value) =>
    expect(rg(value)).toBeUndefined(),
  );
  it.each(['111111', '12345', 'xxnullxx', 'NULL12', '11.111-1', '12.34-5', 'МG1234567'])(
    'refuses RG %s',
    (value) => expect(rg(value)).toMatch(/^RG inválido\. ./),
  );
});

describe('phones', () => {
  it('knows 67 area codes', () => expect(AREA_CODES.size).toBe(67));
  it.each(['(31) 90000-0001', '31900000001', '+55 (31) 90000-0001', '5531900000001', '031 90000-0001'])(
    'cell %s',
    (value) => {
      expect(cellPhone(value)).toBeUndefined();
      expect(normalisePhone(value)).toBe('31900000001');
    },
  );
  it.each([
    '(31) 80000-0000',
    '(20) 90000-0001',
    '3190000001',
    '5491100000000',
    '+1234567',
    '31 9oooo-0001',
    '31 90000-00012',
  ])('refuses as a cell %s', (value) => expect(cellPhone(value)).toBe('Celular inválido.'));
  it('accepts numbers of other countries with their +', () => {
    expect(cellPhone('+5491100000000')).toBeUndefined();
    expect(normalisePhone('+54 9 11 0000-0000')).toBe('+5491100000000');
  });
  it('accepts landlines as phones', () => {
    expect(phone('(31) 3000-0001')).toBeUndefined();
    expect(phone('(31) 6000-0001')).toBe('Telefone inválido.');
    expect(cellPhone('(31) 3000-0001')).toBe('Celular inválido.');
    expect(phone('+541100000000')).toBeUndefined();
  });
});

describe('CEP', () => {
  it.each(['30100-001', '30100001', '30.100-001', ' 30100 001 '])('%s', (value) => {
    expect(zipCode(value)).toBeUndefined();
    expect(zipCodeOf('MG')(value)).toBeUndefined();
    expect(zipCodeOf('SP')(value)).toBe('CEP inválido.');
  });
  it.each(['3010000', '301000011', '3010000a'])('refuses CEP %s', (value) =>
    expect(zipCode(value)).toBe('CEP inválido.'),
  );
  it.each([
    ['01001000', 'SP'],
    ['69400000', 'AM'],
    ['69300000', 'RR'],
    ['72800000', 'GO'],
    ['73000000', 'DF'],
    ['99999999', 'RS'],
  ])('%s lies in %s', (value, uf) => expect(zipCodeOf(uf)(value)).toBeUndefined());
});

describe('names', () => {
  it.each(['Candidata Um', 'João D’Ávila', "Ana Sant'Anna", 'Maria-Clara de Sá e Souza', 'Joa\u0303o Silva'])(
    '%s',
    (value) => expect(personName(value)).toBeUndefined(),
  );
  it.each([
    ['Candidata', 'Informe Nome e Sobrenome.'],
    ['C U', 'Informe Nome e Sobrenome.'],
    ['Al', 'Mínimo de 3 caracteres.'],
    ['C4ndidata Um', 'Caracteres especiais não são permitidos.'],
    ['Ivan Иванов', 'Caracteres especiais não são permitidos.'],
    ['Сandidata Um', 'Caracteres especiais não são permitidos.'],
    ['Ana\u0000 Silva', 'Caracteres especiais não são permitidos.'],
    ["-- ''", 'Caracteres especiais não são permitidos.'],
    [`Ana ${'a'.repeat(120)}`, 'Máximo de 120 caracteres.'],
  ])('%s: %s', (value, text) => expect(personName(value)).toBe(text));
  it('allows a social name of one word', () => {
    expect(socialName('Duda')).toBeUndefined();
    expect(socialName('')).toBeUndefined();
    expect(socialName('D@da')).toBe('Caracteres especiais não são permitidos.');
  });
  it('normalises names', () => expect(normaliseName('  Joa\u0303o   D’Ávila ')).toBe("João D'Ávila"));
  it('accepts addresses as plain text', () => {
    expect(noSpecialCharacters('Rua São João, nº 10 - 2º andar')).toBeUndefined();
    expect(noSpecialCharacters('Rua <b>')).toBe('Caracteres especiais não são permitidos.');
  });
});

describe('e-mail', () => {
  it.each(['um@exemplo.test', 'UM@Exemplo.Test', 'a.b+c@d-e.com.br'])('%s', (value) =>
    expect(email(value)).toBeUndefined(),
  );
  it.each([
    'um',
    'um@exemplo',
    'um@@exemplo.test',
    '.um@exemplo.test',
    'u m@exemplo.test',
    'um@exemplo..test',
    'úm@exemplo.test',
    `${'a'.repeat(60)}@${'b'.repeat(60)}.test`,
  ])('refuses e-mail %s', (value) => expect(email(value)).toBe('E-mail inválido.'));
  it('stores lower case', () => expect(normaliseEmail(' UM@Exemplo.Test ')).toBe('um@exemplo.test'));
});

describe('dates', () => {
  it.each([
    ['2003-05-10', undefined],
    ['2012-01-12', undefined],
    ['2012-01-13', 'Você precisa ter 14 anos ou mais. Confira o ano.'],
    ['1915-01-13', undefined],
    ['1915-01-12', 'Confira a data. Escreva dia, mês e ano: 25/04/2003.'],
    ['1914-01-12', 'Confira a data. Escreva dia, mês e ano: 25/04/2003.'],
    ['2026-01-12', 'Você precisa ter 14 anos ou mais. Confira o ano.'],
    ['2026-01-13', 'Esta data ainda não chegou. Confira o ano.'],
    ['2027-01-01', 'Esta data ainda não chegou. Confira o ano.'],
    ['2003-02-30', 'Confira a data. Escreva dia, mês e ano: 25/04/2003.'],
  ])('born %s on 2026-01-12: %s', (value, text) => expect(birthDate('2026-01-12')(value)).toBe(text));
});
