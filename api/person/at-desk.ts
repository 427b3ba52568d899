import { dayInZone, TEXTS } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { PRIVACY_NOTICE_VERSION, recordConsents } from '../consent/consents.ts';
import { refuseInCase } from '../identity/document-in-case.ts';
import { maySeeInstitutionData } from '../identity/may-see-institution.ts';
import { sqlState, type Tx, UNIQUE_VIOLATION } from '../platform/database/types.ts';
import type { Tenant } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import {
  findByDocument,
  holderOf,
  type ImportedPerson,
  importErrors,
  insertAccount,
  insertImported,
  normal,
  Taken,
} from './import-person.ts';
import { differences } from './import-verdict.ts';

/** A person at the front desk, as they state and their paper shows; a new person must give all of it. */
export type PersonAtDesk = Omit<ImportedPerson, 'externalId'>;

const DIFFERENT = 'Este documento já está cadastrado com outro nome ou outro nascimento. Confira o papel.';
const NEEDED = ['birthDate', 'email', 'cellPhone'] as const;

/**
 * Finds a person by document, or creates one. An existing person is not changed in any way: neither contacts nor name nor
 * credentials. The contacts of a new person must be proved with a code. Acceptance of the privacy notice is recorded if there was
 * none. Refuses a different name or birth date (422), an account that nobody proved (409 `CONTACT_UNCONFIRMED`), so that a
 * stranger's account does not get the application, and a document whose ownership must be decided by people (409).
 */
export async function personAtDesk(
  tx: Tx,
  platform: Platform,
  tenant: Tenant,
  one: PersonAtDesk,
): Promise<{ personId: number; made: boolean }> {
  const now = platform.clock.now();
  invalid(importErrors(one, tenant, dayInZone(now, tenant.timeZone)));
  const next = normal(one);
  const { documentType: type } = one;
  const find = async () => {
    const known = await findByDocument(tx, type, next.document, now);
    if (known) {
      await refuseInCase(tx, known.id);
      if (differences(holderOf(known), next).length > 0) invalid([{ field: 'document', message: DIFFERENT }]);
      if (!(await maySeeInstitutionData(tx, known.id))) fail('CONTACT_UNCONFIRMED');
      await insertAccount(tx, known.id, type, next.document, now);
      return { personId: known.id, made: false };
    }
    invalid(NEEDED.filter((field) => !next[field]).map((field) => ({ field, message: TEXTS.required })));
    const { id } = await insertImported(tx, type, next, now, true);
    return { personId: id, made: true };
  };
  // If two requests create the same document at once, the second finds what the first wrote.
  const who = await tx.savepoint(find).catch((error: unknown) => {
    if (sqlState(error) === UNIQUE_VIOLATION || error instanceof Taken) return find();
    throw error;
  });
  await acceptNotice(tx, who.personId, now);
  return who;
}

async function acceptNotice(tx: Tx, personId: number, now: Date): Promise<void> {
  const account = await tx.one<{ id: number; told: boolean }>(sql`
    select u.id, exists(select from consent c where c.tenant_id = u.tenant_id and c.person_id = u.person_id
      and c.kind = 'privacy-notice' and c.granted and c.version = ${PRIVACY_NOTICE_VERSION}) as told
    from user_account u where u.tenant_id = ${tx.tenantId} and u.person_id = ${personId} order by u.id limit 1`);
  if (!account || account.told) return;
  const source = { personId, accountId: account.id, channel: 'front-desk' } as const;
  await recordConsents(tx, source, now, { privacyNotice: PRIVACY_NOTICE_VERSION });
}
