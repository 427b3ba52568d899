import { randomUUID } from 'node:crypto';
import { CANDIDATE_01 } from './people.ts';

/** Well-formed bodies of the larger forms, as in spec chapter 24. */
const ADDRESS = {
  street: 'Rua Exemplo',
  number: '100',
  neighborhood: 'Bairro Modelo',
  zipCode: '30100001',
  cityId: 3106200,
  complement: null,
};
const IDENTITY_CARD = { rg: 'MG1234567', rgIssuer: 'SSP', rgState: 'MG' };

type Described = { name: string; birthDate: string; nationality?: string; more?: Record<string, string> };

/** Personal data of somebody with a Brazilian identity card or the documents in `more`. */
export const personBody = ({ name, birthDate, nationality = 'BR', more = IDENTITY_CARD }: Described) => ({
  ...{ name, birthDate, nationality, genderId: 1, motherName: 'Responsável Exemplo', personAddress: ADDRESS },
  ...more,
});

export const PERSON_BODY = personBody(CANDIDATE_01);

export const SCHOOLING_BODY = {
  schoolName: 'Escola Exemplo',
  schoolType: 'public',
  stateId: 31,
  cityId: 3106200,
  conclusionYear: 2024,
  fies: false,
};

/** Education of somebody with a first degree. */
export const DEGREE_BODY = {
  institutionName: 'Universidade Exemplo',
  courseName: 'Administração',
  conclusionYear: 2022,
};

export const DEVICE = {
  DeviceType: 'mobile',
  OS: 'Android 14',
  Browser: 'Chrome 140',
  BrowserVendor: 'Google Inc.',
  IP: '',
  Address: '',
} as const;

/** An acceptance of a text the server never showed. */
export const CONTRACT_BODY = { FormatedContract: '<p>Texto</p>', Contract: 'CT-GRAD@1', ...DEVICE };

/** Text of `words` words that no other essay shares. */
export const essayOf = (words: number, seed: string = randomUUID()): string =>
  Array.from({ length: words }, (_, n) => `palavra${seed.slice(0, 8)}${n}`).join(' ');

/** The smallest file that readers accept as a JPEG. */
export const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c140d0c0b0b0c1912130f141d1a1f1e1d1a1c1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432ffc0000b080001000101011100ffc4001f0000010501010101010100000000000000000102030405060708090a0bffc400b5100002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffda0008010100003f00fbd3ffd9',
  'hex',
);
