import { describe, expect, it } from 'vitest';
import { check } from '../foundation/index.ts';
import { commonPasswords, isCommonPassword } from './common-passwords/index.ts';
import {
  code,
  codeDigits,
  documentTypes,
  maskEmail,
  maskPhone,
  newPasswordRules,
  normaliseCode,
  passwordChecklist,
  passwordProblem,
  type SignUp,
  safeRedirect,
  signInRules,
  signUpRules,
} from './index.ts';

const POLICY =
  'A senha precisa de 8 ou mais caracteres: letra maiúscula, letra minúscula, número e um símbolo, como # ou !.';
const today = '2026-01-12';
const person: SignUp = {
  documentType: 'cpf',
  document: '111.222.333-96',
  name: 'Candidata Um',
  birthDate: '2003-05-10',
  email: 'UM@Exemplo.Test',
  cellPhone: '(31) 90000-0001',
  password: 'Senha#2026',
  confirmPassword: 'Senha#2026',
  privacyAccepted: true,
};
const errorsOf = (changes: SignUp) => {
  const values = { ...person, ...changes };
  return check(values, signUpRules({ today, values, isCommonPassword }));
};

describe('S4 the list of common passwords', () => {
  it('has more than 3000 entries that the policy alone would accept', () => {
    const taken = [...commonPasswords()].filter(
      (password) => passwordProblem(password[0]?.toUpperCase() + password.slice(1)) === undefined,
    );
    expect(taken.length).toBeGreaterThan(3000);
  });
});

describe('password', () => {
  it.each(['senha123', 'Senha12', 'SENHA#123', 'senha#123', 'Senha#abc', 'Senha1234', 'Senha 1234'])(
    'refuses %s by the policy',
    (value) => {
      expect(passwordProblem(value)).toBe(POLICY);
    },
  );
  it.each(['Senha#2026', 'Çedilha 9!', `Aa1! ${'é'.repeat(123)}`])('accepts %s', (value) => {
    expect(passwordProblem(value, isCommonPassword)).toBeUndefined();
  });
  it('refuses passwords longer than 128 characters instead of truncating them', () => {
    expect(passwordProblem(`Aa1!${'x'.repeat(125)}`)).toBe('Máximo de 128 caracteres.');
  });
  it.each(['P@ssw0rd', 'sENHA@123', 'Brasil@2025', 'Qwerty123!', 'Mudar@123', '1Qaz@wsx'])(
    'refuses the common %s',
    (value) => {
      expect(passwordProblem(value, isCommonPassword)).toBe('Esta senha é muito comum. Escolha outra.');
    },
  );
  it('shows what is still missing', () => {
    const missing = passwordChecklist('senha123').filter(({ done }) => !done);
    expect(missing.map(({ id }) => id)).toEqual(['upper', 'special']);
  });
  it('requires the same password twice, and the current one', () => {
    const values = { newPassword: 'Senha#2026', confirmPassword: 'Senha#2027' };
    expect(check(values, newPasswordRules(values, { askCurrent: true }))).toEqual([
      { field: 'currentPassword', message: 'Obrigatório.' },
      { field: 'confirmPassword', message: 'As senhas não coincidem.' },
    ]);
  });
});

describe('sign-in and sign-up fields', () => {
  it('requires both fields of sign-in', () => {
    expect(check({}, signInRules('cpf')).map(({ message }) => message)).toEqual([
      'Obrigatório.',
      'Obrigatório.',
    ]);
    expect(check({ document: '11122233397', password: 'x' }, signInRules('cpf'))).toEqual([
      { field: 'document', message: 'CPF inválido.' },
    ]);
  });
  it('accepts complete data', () => {
    expect(errorsOf({})).toEqual([]);
  });
  it('says "Obrigatório." on every required field left empty', () => {
    const found = check({}, signUpRules({ today, values: {} }));
    expect(found.every(({ message }) => message === 'Obrigatório.')).toBe(true);
    expect(found.map(({ field }) => field)).toEqual([
      'document',
      'name',
      'birthDate',
      'email',
      'cellPhone',
      'password',
      'confirmPassword',
      'privacyAccepted',
    ]);
  });
  it.each<[SignUp, string, string]>([
    [{ name: 'Candidata' }, 'name', 'Informe Nome e Sobrenome.'],
    [{ document: '111.222.333-97' }, 'document', 'CPF inválido.'],
    [{ password: 'senha123', confirmPassword: 'senha123' }, 'password', POLICY],
    [{ confirmPassword: 'Senha#2027' }, 'confirmPassword', 'As senhas não coincidem.'],
    [{ birthDate: '2015-01-01' }, 'birthDate', 'Você precisa ter 14 anos ou mais. Confira o ano.'],
    [{ cellPhone: '3133330000' }, 'cellPhone', 'Celular inválido.'],
    [{ documentType: 'rne', document: 'V123456-7' }, 'nationality', 'Obrigatório.'],
    [{ documentType: 'passport', document: 'ABCDEF', nationality: 'AR' }, 'document', 'Passaporte inválido.'],
  ])('%o', (changes, field, message) => {
    expect(errorsOf(changes)).toEqual([{ field, message }]);
  });
  it('accepts phones of other countries, from Brazilians who live there too', () => {
    expect(errorsOf({ cellPhone: '+54 9 11 5555-0000' })).toEqual([]);
  });
  it('offers passports only where the tenant does', () => {
    expect(documentTypes(false)).toEqual(['cpf', 'rne']);
    expect(documentTypes(true)).toContain('passport');
  });
});

describe('code and masks', () => {
  it.each([' 123 456 ', '123-456', '１２３‑４５６', '\u202a123\u200b456'])('reads the code %o', (typed) => {
    expect(check({ code: typed }, { code })).toEqual([]);
    expect(normaliseCode(typed)).toBe('123456');
  });
  it.each([
    ['Seu código é 482 719. Vale 10 minutos.', '482719'],
    ['482719', '482719'],
    ['4827', '4827'],
    ['48271910', '48271910'],
    ['CPF 52998224725', '52998224725'],
    ['G-482719', '482719'],
    ['Código 482719, para (31) 90000-0001', '482719'],
    ['123 456 789', '123456789'],
    ['11 482 719 00', '1148271900'],
  ])('takes from %s the digits %s', (pasted, found) => expect(codeDigits(pasted)).toBe(found));
  it.each(['1234', '12345a', '1234567', '٤٨٢٧١٩'])('refuses %s', (value) => {
    expect(check({ code: value }, { code })[0]?.message).toBe('Código inválido.');
  });
  it('masks contacts', () => {
    expect(maskEmail('beatriz@exemplo.com.br')).toBe('b***@e***.br');
    expect(maskPhone('31900000001')).toBe('(31) *****-0001');
    expect(maskPhone('+5491155550000')).toBe('+*****0000');
  });
});

describe('S6 redirectTo', () => {
  it.each([
    '/orbita/candidate/portal',
    '/orbita/candidate/',
    '/orbita/candidate/subscriptions/essays/5001?accesskey=a%2Fb#top',
    '/orbita/candidate/course?q=%C3%A1',
    '/orbita/candidate/'.padEnd(2_000, 'x'),
  ])('keeps %s', (value) => {
    expect(safeRedirect(value)).toBe(value);
  });
  it.each([
    '',
    'https://evil.test/orbita/candidate/',
    '//evil.test/orbita/candidate/',
    '/\\evil.test',
    '\\\\evil.test',
    '/%5Cevil.test',
    '/%2F%2Fevil.test',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '/orbita/candidate/../api/operations',
    '/orbita/candidate/%2e%2e/api',
    '/orbita/candidate/%252e%252e/api',
    // Its encoding does not settle within three rounds.
    '/orbita/candidate/%25252525252541',
    `/orbita/candidate/${'x'.repeat(2_000)}`,
    '/orbita/candidate//evil.test',
    '/orbita/candidate/%2F/evil.test',
    '/orbita/candidate/\tportal',
    '\u0000/orbita/candidate/',
    '/orbita/candidate/%0d%0aSet-Cookie:x',
    '/orbita/candidate.evil.test/',
    '/orbita/candidatex/portal',
    '/orbita/api/candidate',
    '/orbita/candidate/%',
    '/orbita/candidate/logout',
    '/orbita/candidate/index_old',
    '/orbita/candidate/LOGOUT',
    '/orbita/candidate/%6Cogout?x',
    'orbita/candidate/portal',
    ' https://evil.test',
  ])('refuses %j', (value) => {
    expect(safeRedirect(value)).toBeUndefined();
  });
});
