import type { DocumentType } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { endWaysIn } from '../identity/end-ways-in.ts';
import { notify } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { fail } from '../platform/http/errors.ts';
import type { Platform } from '../platform/platform.ts';
import type { BroughtData } from './document-case.ts';
import { insertImported, insertPerson } from './import-person.ts';

export type Given = {
  /** Current holder of the document. */
  personId: number;
  documentType: DocumentType;
  document: string;
  brought: BroughtData;
};

const refuseBlocked = async (tx: Tx, { documentType, document }: Given) => {
  const blocked = await tx.one(sql`
    select id from block_entry where tenant_id = ${tx.tenantId} and removed_at is null
      and document_type = ${documentType}::text and document = ${document}::text limit 1`);
  if (blocked) fail('BLOCKED', { message: 'O documento está bloqueado. Ele não muda de pessoa.' });
};

/** Takes the document from its holder. Returns the id of the account; undefined when they no longer have it. */
async function take(tx: Tx, { personId, documentType, document }: Given): Promise<number | undefined> {
  const account = await tx.one<{ id: number }>(sql`
    select id from user_account where tenant_id = ${tx.tenantId} and person_id = ${personId}::bigint
      and document_type = ${documentType}::text and document = ${document}::text`);
  if (documentType === 'cpf')
    await tx.one(sql`
      update person set cpf = null where tenant_id = ${tx.tenantId} and id = ${personId}::bigint
        and cpf = ${document}::text returning id`);
  return account?.id;
}

/**
 * Gives the document of an account to the person from the institution's import. They become a separate person and sign in with a
 * code sent to the imported contacts; no data passes between the two. The previous holder keeps their applications, loses every
 * way to sign in, and can return once the institution has corrected their document.
 * @throws `BLOCKED`, `STATE_CONFLICT` when a third person has the document meanwhile
 */
export async function giveDocument(
  tx: Tx,
  platform: Platform,
  given: Given,
): Promise<{ id: number; uuid: string }> {
  const now = platform.clock.now();
  const { tenantId } = tx;
  const { personId, documentType: type, document, brought } = given;
  await refuseBlocked(tx, given);
  const third = await tx.one(sql`
    select id from user_account where tenant_id = ${tenantId} and document_type = ${type}::text
      and document = ${document}::text and person_id <> ${personId}::bigint
    union all select id from person where tenant_id = ${tenantId} and ${type}::text = 'cpf' and cpf = ${document}::text
      and id <> ${personId}::bigint limit 1`);
  if (third) fail('STATE_CONFLICT', { extra: { state: 'open' } });
  const before = await tx.one<{ email: string | null }>(sql`
    select email from person where tenant_id = ${tenantId} and id = ${personId}::bigint`);
  await endWaysIn(tx, platform, personId);
  const accountId = await take(tx, given);
  const next = { ...brought, document };
  if (accountId === undefined) return insertImported(tx, type, next, now);
  const made = await insertPerson(tx, type, next, now);
  await tx.one(sql`
    update user_account set person_id = ${made.id}::bigint, last_login_at = null
    where tenant_id = ${tenantId} and id = ${accountId}::bigint returning id`);
  const dedupe = `document-given:${personId}:${made.id}`;
  if (before?.email)
    notify(tx, platform, {
      template: 'N-04',
      personId,
      dedupe,
      data: { alteracao: 'documento e formas de entrar' },
      recipients: [{ channel: 'email', to: before.email }],
    });
  if (brought.email)
    notify(tx, platform, {
      template: 'N-04',
      personId: made.id,
      dedupe,
      data: { variante: 'acessos' },
    });
  return made;
}
