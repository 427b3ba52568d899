import type { FieldError } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { CandidateContext } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { passwordMatches } from '../password-hash.ts';
import { LOCK, lockAccount, resetTries, takeTry } from '../store.ts';

type Own = { document_type: 'cpf' | 'rne' | 'passport'; document: string; password_hash: string | null };
type Asker = Pick<CandidateContext, 'platform' | 'tenant' | 'session'>;

/** The session's account with its password hash. */
export async function ownAccount({ platform, tenant, session }: Asker): Promise<Own> {
  const own = await platform.db.tenant(tenant.id).one<Own>(sql`
    select document_type, document, password_hash from user_account
    where tenant_id = ${tenant.id} and id = ${session.accountId} and person_id = ${session.personId}`);
  return own ?? fail('UNAUTHENTICATED');
}

/**
 * Checks the password of the signed-in account, subject to the same lock as sign-in, so that an open session can't be used to
 * guess it. `wrong` is the error to report at its field.
 * @throws `CURRENT_PASSWORD_WRONG`, also for an account without a password; `ACCOUNT_LOCKED`.
 */
export async function checkOwnPassword(ctx: Asker, password: string, wrong: FieldError): Promise<void> {
  const { platform, tenant } = ctx;
  const own = await ownAccount(ctx);
  const now = platform.clock.now();
  const db = platform.db.tenant(tenant.id);
  const account = await takeTry(db, own.document_type, own.document, now);
  if (!account || (account.locked_until && account.locked_until > now)) return fail('ACCOUNT_LOCKED');
  if (
    account.failed_sign_ins <= LOCK.tries &&
    (await passwordMatches(tenant.id, account.password_hash, password))
  ) {
    await resetTries(db, account.id);
    return;
  }
  if (account.failed_sign_ins >= LOCK.tries) {
    await lockAccount(db, account.id, now);
    fail('ACCOUNT_LOCKED');
  }
  fail('CURRENT_PASSWORD_WRONG', { errors: [wrong] });
}
