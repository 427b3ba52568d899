/** Invented people of the journeys (journeys.md, section 0); CPFs only have valid check digits. */
export const CANDIDATE_01 = {
  name: 'Candidata Um',
  cpf: '11122233396',
  birthDate: '2003-05-10',
  email: 'um@exemplo.test',
  cellPhone: '31900000001',
};
export type Person = typeof CANDIDATE_01;
export const PASSWORD = 'Senha#2026';

const digit = (digits: number[]) => {
  const rest = digits.reduce((sum, value, index) => sum + value * (digits.length + 1 - index), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
};

/** The n-th invented person of a crowd: a CPF with valid digits, a mail box and a phone of its own. */
export function inventedPerson(n: number): Person {
  const digits = String(100_000_000 + n)
    .split('')
    .map(Number);
  digits.push(digit(digits));
  digits.push(digit(digits));
  return {
    name: 'Candidata Inventada',
    cpf: digits.join(''),
    birthDate: '2003-05-10',
    email: `inventada${n}@exemplo.test`,
    cellPhone: `319${String(10_000_000 + n).slice(-8)}`,
  };
}

/** What the form of a sign-up holds of a person, without captcha and choices. */
export const signUpFields = ({ cpf, name, birthDate, email, cellPhone }: Person) => ({
  documentType: 'cpf' as const,
  document: cpf,
  name,
  birthDate,
  email,
  cellPhone,
  password: PASSWORD,
  confirmPassword: PASSWORD,
  privacyAccepted: true,
});
