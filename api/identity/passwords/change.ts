import { TEXTS } from '@orbita/domain/foundation';
import { PASSWORD_TEXTS } from '@orbita/domain/identity';
import { holdSession } from '../../caller/end-session.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Ctx, Reply } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { hashPassword, passwordMatches } from '../password-hash.ts';
import { requireProof } from '../proof/fresh.ts';
import { accessState } from '../undo/state.ts';
import { tellChange } from '../undo/tell.ts';
import { endSessions } from './end-sessions.ts';
import { judgePassword, storePassword } from './new-password.ts';
import { checkOwnPassword, ownAccount } from './own.ts';

/**
 * Sets another password (S-08), given the current one or, if there is none yet, a recent proof of identity. Other devices are
 * signed out and the person's contacts are notified (N-33).
 */
export async function changePassword(ctx: Ctx<'PUT /platform/auth/password'>): Promise<Reply> {
  const { platform, tenant, session } = ctx;
  const body = ctx.body();
  const { password_hash: before } = await ownAccount(ctx);
  if (!before) await requireProof(ctx);
  else if (body.currentPassword)
    await checkOwnPassword(ctx, body.currentPassword, {
      field: 'currentPassword',
      message: PASSWORD_TEXTS.wrongCurrent,
    });
  else invalid([{ field: 'currentPassword', message: TEXTS.required }]);
  judgePassword(body);
  if (before && (await passwordMatches(tenant.id, before, body.newPassword)))
    fail('PASSWORD_SAME', { errors: [{ field: 'newPassword', message: PASSWORD_TEXTS.same }] });
  const passwordHash = await hashPassword(tenant.id, body.newPassword);
  const now = platform.clock.now();
  const announce = await platform.db.write(tenant.id, async (tx: Tx) => {
    await holdSession(tx, session);
    const state = await accessState(tx, session.personId);
    await storePassword(tx, session.personId, passwordHash, now);
    await tellChange(ctx, tx, session.personId, { kind: 'password', before: state });
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
