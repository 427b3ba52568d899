import { entryOf } from '../foundation/index.ts';

/** Papers that prove a corrected identity (spec 25.6.3). */
export const IDENTITY_PROOFS = [
  'identity-card',
  'civil-record',
  'cpf-record',
  'foreign-document',
  'court-order',
] as const;
export type IdentityProof = (typeof IDENTITY_PROOFS)[number];

/** Papers with which a person can be identified at the front desk (spec 25.6.3). */
export const SEEN_PAPERS = {
  'identity-card': 'documento de identidade com foto',
  'driving-licence': 'carteira de motorista',
  'foreign-document': 'documento de estrangeiro ou passaporte',
} as const;
type SeenPaper = keyof typeof SEEN_PAPERS;
export const SEEN_PAPER_NAMES = Object.keys(SEEN_PAPERS) as [SeenPaper, ...SeenPaper[]];

const FIELDS: Readonly<Record<string, string>> = {
  email: 'e-mail',
  cellPhone: 'celular',
  name: 'nome civil',
  birthDate: 'data de nascimento',
  cpf: 'CPF',
  rne: 'RNE',
  passport: 'passaporte',
  rg: 'RG',
  rgIssuer: 'órgão emissor',
  rgState: 'UF do RG',
};
const CONTACTS: readonly string[] = ['email', 'cellPhone'];

const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** Names of corrected fields as one phrase; unknown names stay as they are. */
export const correctedFields = (fields: readonly string[]): string =>
  list.format(fields.map((field) => entryOf(FIELDS, field) ?? field));

/** What the institution corrected about a person, for the team's timeline. */
export const correctedText = (fields: readonly string[]): string =>
  `${fields.some((field) => CONTACTS.includes(field)) ? 'Contato corrigido' : 'Dados corrigidos'}: ${correctedFields(fields)}`;
