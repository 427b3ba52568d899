import { entryOf } from '@orbita/domain/foundation';
import { placeholdersOf, readTemplate } from './template.ts';

/** Placeholder names that a contract text may use, each with its fields. */
export const NAMES: Record<string, readonly string[]> = {
  contract: ['code', 'title', 'version'],
  subscription: ['id'],
  institution: ['name', 'acronym', 'document', 'privacyPolicyUrl', 'dpoContact'],
  candidate: [
    ...['name', 'socialName', 'documentLabel', 'document', 'rg', 'birthDate', 'nationality'],
    ...['address', 'email', 'cellPhone'],
  ],
  guardian: ['name', 'cpf', 'birthDate', 'relationship', 'email', 'cellPhone', 'address', 'acts', 'role'],
  course: ['name', 'modality', 'duration'],
  pole: ['name', 'address', 'city', 'uf'],
  offer: ['name'],
  ingressMode: ['name'],
  intake: ['classStart'],
  academicClass: ['name', 'weekdays', 'start'],
  hasDisciplines: [],
  disciplines: ['code', 'name', 'workload'],
  plans: [
    ...['description', 'installments', 'value', 'discount', 'conditionalDiscount'],
    ...['total', 'totalWithDiscounts'],
  ],
  payment: ['dueDay', 'deadlineDays'],
  fee: ['value'],
};

/** Whether a name has several values: its section is written once for each. */
export const isList = (name: string): boolean => name === 'disciplines' || name === 'plans';

const isKnown = (name: string, within: string): boolean => {
  const [first = '', second, ...rest] = name.split('.');
  if (rest.length > 0) return false;
  const names = entryOf(NAMES, first);
  if (names) return second === undefined || names.includes(second);
  return second === undefined && (entryOf(NAMES, within) ?? []).includes(first);
};

/** Errors of a contract text: unknown placeholders and unclosed sections; empty when there are none. */
export function contractTextProblems(html: string): string[] {
  try {
    const unknown = placeholdersOf(readTemplate(html)).filter(({ name, within }) => !isKnown(name, within));
    return [...new Set(unknown.map(({ name }) => `unknown placeholder {{${name}}}`))];
  } catch (error) {
    return [(error as Error).message];
  }
}
