/** Invented people of the journeys (journeys.md, section 0); their CPFs have valid check digits but belong to nobody. */
export const CANDIDATE_01 = {
  name: 'Candidata Um',
  cpf: '11122233396',
  birthDate: '2003-05-10',
  email: 'um@exemplo.test',
  cellPhone: '31900000001',
};
export type Person = typeof CANDIDATE_01 & { socialName?: string };
export const PASSWORD = 'Senha#2026';

const digit = (digits: number[]) => {
  const rest = digits.reduce((sum, value, index) => sum + value * (digits.length + 1 - index), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
};

/** The n-th invented person: a CPF with valid check digits, and a unique e-mail and phone. */
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

/** A person of the journeys, with any document. */
export type Traveller = {
  name: string;
  document: string;
  documentType: 'cpf' | 'rne' | 'passport';
  birthDate: string;
  email: string;
  cellPhone: string;
  nationality?: string;
  /** Fields of S-23 besides name and address; by default a Brazilian's RG. */
  more?: Record<string, string>;
};

/** A CPF, or a document of another type. */
export const documentOf = (person: Person | Traveller) =>
  'document' in person
    ? { documentType: person.documentType, document: person.document }
    : { documentType: 'cpf' as const, document: person.cpf };

/** The sign-up form's fields about a person, without captcha and choices. */
export const signUpFields = (person: Person | Traveller) => ({
  ...documentOf(person),
  name: person.name,
  ...('socialName' in person ? { socialName: person.socialName } : {}),
  birthDate: person.birthDate,
  ...('nationality' in person ? { nationality: person.nationality } : {}),
  email: person.email,
  cellPhone: person.cellPhone,
  password: PASSWORD,
  confirmPassword: PASSWORD,
  privacyAccepted: true,
});

const traveller = (n: number, name: string, document: string, birthDate: string): Traveller => ({
  ...{ name, document, documentType: 'cpf', birthDate },
  email: `${n}@exemplo.test`,
  cellPhone: `319000000${String(n).padStart(2, '0')}`,
});

/** People of the table in journeys.md by number; 01 has its own constant. */
export const PEOPLE = {
  4: {
    ...traveller(4, 'Candidato Quatro', 'XA1234567', '2001-07-07'),
    documentType: 'passport',
    cellPhone: '+5491100000000',
    nationality: 'AR',
    more: { issuingCountry: 'AR' },
  },
  5: {
    ...traveller(5, 'Candidata Cinco', 'v123456-7', '2000-09-09'),
    documentType: 'rne',
    nationality: 'AR',
    more: { cpf: '55566677720', issuingCountry: 'AR' },
  },
  9: traveller(9, 'Candidata Nove', '20030040094', '1999-09-19'),
  11: traveller(11, 'Candidata Onze', '40050060007', '1988-11-11'),
  12: traveller(12, 'Candidato Doze', '50060070013', '1985-12-12'),
  13: traveller(13, 'Candidata Treze', '60070080020', '1992-01-13'),
  14: traveller(14, 'Candidato Quatorze', '70080090036', '1995-04-14'),
  15: traveller(15, 'Candidata Quinze', '10120230364', '2003-05-15'),
  16: traveller(16, 'Candidato Dezesseis', '20230340431', '2004-06-16'),
  20: traveller(20, 'Candidato Vinte', '60670780820', '2002-02-20'),
} as const satisfies Record<number, Traveller>;
