import { tabAccess } from '../app/tab-access.ts';
import type { PersonData } from '../person/queries.ts';
import { accessKeyTexts } from '../texts/access-key.ts';

/** What a link may fill in but not replace (spec 5.2). */
const KEPT = ['document', 'cpf', 'rne', 'passport', 'rg', 'email', 'cellPhone', 'phone'] as const;

/** Fields that stay as they are, and why: closed by the acceptance, or known already where a link opened the page. */
export const closedFields = (person: PersonData): { locked: readonly string[]; lockedWhy?: string } =>
  tabAccess()
    ? {
        locked: [...person.locked, ...KEPT.filter((name) => person[name])],
        lockedWhy: accessKeyTexts.kept,
      }
    : { locked: person.locked };
