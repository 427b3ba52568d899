import { check, TEXTS } from '@orbita/domain/foundation';
import {
  newPasswordRules,
  PASSWORD_TEXTS,
  SOCIAL_LABELS,
  type SocialProvider,
} from '@orbita/domain/identity';
import { isCommonPassword } from '@orbita/domain/identity/common-passwords';
import sql from 'sql-template-tag';
import { notify } from '../../messaging/notify.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { HostContext } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import type { EndedWays } from '../end-ways-in.ts';

const CODES = new Map([
  [PASSWORD_TEXTS.policy, 'PASSWORD_POLICY'],
  [PASSWORD_TEXTS.common, 'PASSWORD_COMMON'],
  [PASSWORD_TEXTS.mismatch, 'PASSWORD_MISMATCH'],
] as const) as ReadonlyMap<string, 'PASSWORD_POLICY' | 'PASSWORD_COMMON' | 'PASSWORD_MISMATCH'>;

/** Checks a new password against the policy of spec 5.1; refuses it with a specific code and an error at its field. */
export function judgePassword(body: { newPassword: string; confirmPassword: string }): void {
  const errors = check(body, newPasswordRules(body, { askCurrent: false, isCommonPassword }));
  if (errors.some(({ message }) => message === TEXTS.required)) invalid(errors);
  const code = errors.map(({ message }) => CODES.get(message)).find(Boolean);
  if (code) fail(code, { errors });
  invalid(errors);
}

/** Sets the new password for every document of a person and lifts their locks; pending reset codes and links become invalid. */
export async function storePassword(
  tx: Tx,
  personId: number,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.many(sql`
    update user_account set password_hash = ${passwordHash}, failed_sign_ins = 0, first_failed_at = null,
      locked_until = null
    where tenant_id = ${tx.tenantId} and person_id = ${personId} returning id`);
  await tx.many(sql`
    update code_challenge set used_at = ${now}, payload = '{}'::jsonb
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and purpose = 'reset' and used_at is null
    returning id`);
}

/** The text in N-04 about a new password and what ended with it. */
const changes = (ended: EndedWays | undefined): string => {
  const gone = [
    ...(ended?.passkeys ? ['chaves de acesso'] : []),
    ...(ended?.providers ?? []).map((provider) => `conta do ${SOCIAL_LABELS[provider as SocialProvider]}`),
  ];
  return gone.length === 0 ? 'senha' : `senha; não valem mais: ${gone.join(', ')}`;
};

/** Notifies the owner that the password changed and which sign-in methods ended with it (N-04). */
export const notifyPasswordChange = (
  { platform, host }: Pick<HostContext, 'platform' | 'host'>,
  tx: Tx,
  personId: number,
  dedupe: string,
  ended?: EndedWays,
): void =>
  notify(tx, platform, {
    template: 'N-04',
    personId,
    institutionId: host.institutionId,
    dedupe: `password:${dedupe}`,
    data: { alteracao: changes(ended) },
  });
