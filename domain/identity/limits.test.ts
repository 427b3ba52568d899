import { describe, expect, it } from 'vitest';
import {
  DOCUMENT_LABELS,
  documentRules,
  documentTypes,
  maskContact,
  maskEmail,
  maskPhone,
  passkeyLabel,
  signUpNationality,
  signUpRules,
} from './index.ts';

describe('S4: masked contacts', () => {
  it.each([
    ['bia@example.com.br', 'b***@e***.br'],
    ['🎓x@alfa.test', '🎓***@a***.test'],
    ['bia', 'b***@***.'],
    ['', '***@***.'],
    ['@', '***@***.'],
  ])('%s: %s', (email, masked) => {
    expect([maskEmail(email), maskContact('email', email)]).toEqual([masked, masked]);
  });
  it.each([
    ['31900000001', '(31) *****-0001'],
    ['3130000001', '(31) ****-0001'],
    ['319000', '(31) ****-9000'],
    ['+351912345678', '+*****5678'],
  ])('%s: %s', (phone, masked) => {
    expect([maskPhone(phone), maskContact('sms', phone)]).toEqual([masked, masked]);
  });
});

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17 like Mac OS X)', 'iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 17 like Mac OS X)', 'iPad'],
  ['Mozilla/5.0 (Linux; Android 14)', 'Android'],
  ['Mozilla/5.0 (X11; CrOS x86_64)', 'Chromebook'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X)', 'Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux'],
  ['curl', 'Este dispositivo'],
  [undefined, 'Este dispositivo'],
])('a passkey made by %s is named %s', (agent, label) => expect(passkeyLabel(agent)).toBe(label));

describe('documents to sign in with', () => {
  it('are two or three, with their names', () => {
    expect(documentTypes(true).map((type) => DOCUMENT_LABELS[type])).toEqual(['CPF', 'RNE', 'Passaporte']);
    expect(documentTypes(false)).toEqual(['cpf', 'rne']);
  });
  it('are required and validated by their kind', () => {
    const judge = (type: 'cpf' | 'rne', value: string) =>
      [documentRules(type).document].flat().map((rule) => rule?.(value as never) === undefined);
    expect(judge('cpf', '52998224725')).toEqual([true, true]);
    expect(judge('cpf', 'V1234567')).toEqual([true, false]);
    expect(judge('rne', 'V1234567')).toEqual([true, true]);
    expect(judge('cpf', '')).toEqual([false, true]);
  });
});

describe('nationality at sign-up', () => {
  it.each([
    ['cpf', 'PT', 'BR'],
    [undefined, 'PT', 'BR'],
    ['rne', 'PT', 'PT'],
    ['rne', null, null],
    ['passport', undefined, null],
  ] as const)('with %s and %s: %s', (documentType, nationality, expected) => {
    expect(signUpNationality({ documentType, nationality } as never)).toBe(expected);
  });
  it.each([
    ['PT', true],
    ['pt', false],
    ['PTX', false],
    ['XPT', false],
    ['P', false],
    ['', false],
  ])('%s is the code of a country: %s', (nationality, valid) => {
    const values = { documentType: 'rne' as const, nationality };
    const rules = [signUpRules({ today: '2026-01-12', values }).nationality].flat();
    expect(rules.every((rule) => rule?.(nationality) === undefined)).toBe(valid);
  });
  it('is not asked when a CPF is given', () => {
    expect(signUpRules({ today: '2026-01-12', values: { documentType: 'cpf' } })).not.toHaveProperty(
      'nationality',
    );
    expect(signUpRules({ today: '2026-01-12', values: {} })).not.toHaveProperty('nationality');
  });
});
