import { describe, expect, it } from 'vitest';
import { blankSignUp, isMinorTyped, signUpBody, signUpProblems } from './sign-up-values.ts';

const typed = {
  ...blankSignUp({ documentType: 'cpf', document: '111.222.333-96' }),
  name: 'Candidata Um',
  birthDate: '10/05/2003',
  email: 'um@exemplo.test',
  cellPhone: '(31) 90000-0001',
  password: 'Senha#2026',
  confirmPassword: 'Senha#2026',
  privacyAccepted: true,
};

const today = '2026-01-12';

const messages = (values: typeof typed) =>
  Object.fromEntries(signUpProblems(values, today).map(({ field, message }) => [field, message]));

describe('sign-up', () => {
  it('marks every required field of an empty form', () => {
    const found = messages(blankSignUp({ documentType: 'cpf', document: '' }));
    expect(new Set(Object.values(found))).toEqual(new Set(['Obrigatório.']));
    expect(Object.keys(found)).toEqual([
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

  it('explains what is wrong with each field', () => {
    const found = messages({
      ...typed,
      name: 'Candidata',
      document: '111.222.333-97',
      password: 'senha123',
      confirmPassword: 'senha124',
      birthDate: '31/02/2003',
    });
    expect(found).toEqual({
      document: 'CPF inválido.',
      name: 'Informe Nome e Sobrenome.',
      birthDate: 'Confira a data. Escreva dia, mês e ano: 25/04/2003.',
      password:
        'A senha precisa de 8 ou mais caracteres: letra maiúscula, letra minúscula, número e um símbolo, como # ou !.',
      confirmPassword: 'As senhas não coincidem.',
    });
  });

  it('asks people without a CPF where they come from', () => {
    expect(messages({ ...typed, documentType: 'rne', document: 'V123456-7' })).toEqual({
      nationality: 'Obrigatório.',
    });
  });

  it('sends what was typed in the format of the API', () => {
    expect(signUpProblems(typed, today)).toEqual([]);
    expect(signUpBody({ ...typed, email: 'UM@Exemplo.Test' }, 'token', today)).toMatchObject({
      document: '11122233396',
      birthDate: '2003-05-10',
      email: 'um@exemplo.test',
      nationality: null,
      socialName: null,
      captchaToken: 'token',
    });
  });

  it('never sends marketing consent for people under 18', () => {
    expect(isMinorTyped('10/05/2003', today)).toBe(false);
    const young = { ...typed, birthDate: '01/01/2011', marketingConsent: true };
    expect(isMinorTyped(young.birthDate, today)).toBe(true);
    expect(signUpBody(young, undefined, today).marketingConsent).toBe(false);
  });
});
