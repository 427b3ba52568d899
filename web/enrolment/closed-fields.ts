import { tabAccess } from '../base/tab-access.ts';
import type { PersonData } from '../person/queries.ts';
import { accessKeyTexts } from '../texts/access-key.ts';

/** Fields that a page opened by a link may fill in but not change (spec 5.2). */
const KEPT = ['document', 'cpf', 'rne', 'passport', 'rg', 'email', 'cellPhone', 'phone'] as const;

/** Read-only fields and why: closed by the acceptance, or already known on a page opened by a link. */
export const closedFields = (person: PersonData): { locked: readonly string[]; lockedWhy?: string } =>
  tabAccess()
    ? {
        locked: [...person.locked, ...KEPT.filter((name) => person[name])],
        lockedWhy: accessKeyTexts.kept,
      }
    : { locked: person.locked };
