import { formatCpf, formatPhone, formatRne } from '@orbita/domain/foundation';
import type { Person } from './status.tsx';

type Document = Person['documents'][number];

const FORMATS: Readonly<Record<Document['type'], (number: string) => string>> = {
  cpf: formatCpf,
  rne: formatRne,
  passport: (number) => number,
  rg: (number) => number,
};

export const documentText = ({ type, number }: Document): string => FORMATS[type](number);

export const contactText = ({ channel, value }: Person['contacts'][number]): string =>
  channel === 'sms' ? formatPhone(value) : value;

export type SignInDocument = Person['documents'][number] & { type: 'cpf' | 'rne' | 'passport' };

/** The document a person is blocked by: the CPF, else the one they sign in with. */
export const blockedBy = (documents: Person['documents']): SignInDocument | undefined =>
  (['cpf', 'rne', 'passport'] as const)
    .map((type) => documents.find((one): one is SignInDocument => one.type === type))
    .find((found) => found !== undefined);
