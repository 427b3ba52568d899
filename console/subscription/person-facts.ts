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
