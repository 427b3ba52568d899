import { randomUUID } from 'node:crypto';
import { TEXTS } from '@orbita/domain/foundation';
import { PASSWORD_TEXTS } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import { holdSession } from '../../caller/session.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { type Verified, verifyChallenge } from '../challenge.ts';
import { confirmContact } from '../codes/enter.ts';
import { hashPassword, passwordMatches } from '../password-hash.ts';
import { LOCK, lockAccount, resetTries, takeTry } from '../store.ts';
import { endSessions } from './end-sessions.ts';
import { judgePassword, notifyPasswordChange, storePassword } from './new-password.ts';

type ChangeCtx = Ctx<'PUT /platform/auth/password'>;
type Own = { document_type: 'cpf' | 'rne' | 'passport'; document: string; password_hash: string | null };

const missing = (field: string) => invalid([{ field, message: TEXTS.required }]);

/**
 * Checks the current password with the lock of the sign-in, so that an open session cannot be used to guess
 * it.
 */
async function checkCurrent(ctx: ChangeCtx, own: Own, current: string | null | undefined): Promise<void> {
  const { platform, tenant } = ctx;
  if (!current) return missing('currentPassword');
  const now = platform.clock.now();
  const db = platform.db.tenant(tenant.id);
  const account = await takeTry(db, tenant.id, own.document_type, own.document, now);
  if (!account || (account.locked_until && account.locked_until > now)) return fail('ACCOUNT_LOCKED');
  if (account.failed_sign_ins <= LOCK.tries && (await passwordMatches(account.password_hash, current))) {
    await resetTries(db, tenant.id, account.id);
    return;
  }
  if (account.failed_sign_ins >= LOCK.tries) {
    await lockAccount(db, tenant.id, account.id, now);
    fail('ACCOUNT_LOCKED');
  }
  const message = PASSWORD_TEXTS.wrongCurrent;
  fail('CURRENT_PASSWORD_WRONG', { errors: [{ field: 'currentPassword', message }] });
}

/** Accounts without a password confirm their identity by a code sent to them (S-08). */
async function checkCode(ctx: ChangeCtx): Promise<Verified> {
  const { challengeId, code } = ctx.body();
  if (!challengeId || !code) missing('code');
  return verifyChallenge(ctx, challengeId ?? '', code ?? '', {
    purpose: 'sign-in',
    personId: ctx.session.personId,
  });
}

/** Sets another password (S-08): other devices are signed out and the person is notified (N-04). */
export async function changePassword(ctx: ChangeCtx): Promise<Reply> {
  const { platform, tenant, session } = ctx;
  const body = ctx.body();
  const own = await platform.db.tenant(tenant.id).one<Own>(sql`
    select document_type, document, password_hash from user_account
    where tenant_id = ${tenant.id} and id = ${session.accountId} and person_id = ${session.personId}`);
  if (!own) fail('UNAUTHENTICATED');
  const { password_hash: before } = own;
  if (before) await checkCurrent(ctx, own, body.currentPassword);
  judgePassword(body);
  if (before && (await passwordMatches(before, body.newPassword)))
    fail('PASSWORD_SAME', { errors: [{ field: 'newPassword', message: PASSWORD_TEXTS.same }] });
  const verified = before ? undefined : await checkCode(ctx);
  const passwordHash = await hashPassword(body.newPassword);
  const now = platform.clock.now();
  const announce = await platform.db.write(tenant.id, async (tx: Tx) => {
    await verified?.use(tx);
    await holdSession(tx, session);
    if (verified) await confirmContact(tx, session.personId, verified, now);
    await storePassword(tx, session.personId, passwordHash, now);
    await notifyPasswordChange(ctx, tx, session.personId, randomUUID());
    return endSessions(platform, tx, session.personId, session.sessionId);
  });
  await announce();
  platform.security.event({
    kind: 'password',
    outcome: 'password-changed',
    tenant,
    subject: { account: session.accountId },
    trace: ctx.requestId,
  });
  return reply(204);
}
