import { randomBytes } from 'node:crypto';
import { SOCIAL_LABELS, SOCIAL_LINK_MINUTES, type SocialProvider } from '@orbita/domain/identity';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/database/types.ts';
import type { HostContext, TenantContext } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { secretHash } from '../../platform/secret-hash.ts';
import type { Account } from '../store.ts';
import { accessState } from '../undo/state.ts';
import { tellChange } from '../undo/tell.ts';
import { linkingBrowser } from './flow.ts';

type Place = Pick<HostContext, 'platform' | 'tenant' | 'host' | 'request'>;
export type SocialAccount = { provider: SocialProvider; subject: string };
type Link = SocialAccount & { remember: boolean };

/** The account that a social account is linked to; undefined if none. */
export const linkedAccount = (
  { platform, tenant }: Pick<TenantContext, 'platform' | 'tenant'>,
  { provider, subject }: SocialAccount,
): Promise<Account | undefined> =>
  platform.db.tenant(tenant.id).one<Account>(sql`
    select a.id, a.person_id, a.password_hash, a.epoch, a.disable_institution_global_filter, a.failed_sign_ins,
      a.locked_until, p.uuid, p.name, p.social_name
    from social_account s
    join user_account a on a.tenant_id = s.tenant_id and a.id = s.account_id
    join person p on p.tenant_id = a.tenant_id and p.id = a.person_id and p.anonymised_at is null
    where s.tenant_id = ${tenant.id} and s.provider = ${provider} and s.subject = ${subject}`);

/**
 * Issues a token with which the holder of an unlinked social account may link it within ten minutes, once, in the browser that
 * presented it (spec 5.4). `browser` = hash of that browser's mark.
 */
export async function giveLinkToken(
  { platform, tenant, host }: Place,
  link: Link,
  browser: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = platform.clock.now();
  await platform.db.tenant(tenant.id).one(sql`
    insert into social_link (tenant_id, token_hash, host_id, browser, provider, subject, remember, created_at, expires_at)
    values (${tenant.id}, ${secretHash(token)}, ${host.id}, ${browser}, ${link.provider}, ${link.subject}, ${link.remember},
      ${now}, ${new Date(now.getTime() + SOCIAL_LINK_MINUTES * 60_000)}) returning token_hash`);
  return token;
}

/** The social account of a link token, on the host and in the browser it was issued for. @throws `LINK_EXPIRED` */
export async function readLinkToken(ctx: Place, token: string): Promise<Link> {
  const { platform, tenant, host } = ctx;
  const row = await platform.db.tenant(tenant.id).one<Link>(sql`
    select provider, subject, remember from social_link
    where tenant_id = ${tenant.id} and token_hash = ${secretHash(token)} and host_id = ${host.id}
      and browser = ${linkingBrowser(ctx)} and used_at is null and expires_at > ${platform.clock.now()}`);
  return row ?? fail('LINK_EXPIRED');
}

/**
 * Uses up the token and links the social account to `account`. The contacts the owner had before are notified (N-33), except
 * for a new account, which had none.
 * @throws `LINK_EXPIRED`, `SOCIAL_ALREADY_LINKED` (already linked to another person's account).
 */
export async function linkAccount(
  ctx: Place,
  tx: Tx,
  token: string,
  account: Pick<Account, 'id' | 'person_id'>,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<void> {
  const { platform, host } = ctx;
  const now = platform.clock.now();
  const before = await accessState(tx, account.person_id);
  const link = await tx.one<SocialAccount>(sql`
    update social_link set used_at = ${now}
    where tenant_id = ${tx.tenantId} and token_hash = ${secretHash(token)} and host_id = ${host.id}
      and browser = ${linkingBrowser(ctx)} and used_at is null and expires_at > ${now} returning provider, subject`);
  if (!link) fail('LINK_EXPIRED');
  const made = await tx.one<{ id: number }>(sql`
    insert into social_account (tenant_id, account_id, provider, subject, linked_at)
    values (${tx.tenantId}, ${account.id}, ${link.provider}, ${link.subject}, ${now})
    on conflict on constraint social_account_known do nothing returning id`);
  if (!made) {
    const owner = await tx.one<{ person_id: number }>(sql`
      select a.person_id from social_account s
      join user_account a on a.tenant_id = s.tenant_id and a.id = s.account_id
      where s.tenant_id = ${tx.tenantId} and s.provider = ${link.provider} and s.subject = ${link.subject}`);
    if (owner?.person_id !== account.person_id) fail('SOCIAL_ALREADY_LINKED');
    return;
  }
  if (isNew) return;
  const what = `sua conta do ${SOCIAL_LABELS[link.provider]} foi vinculada`;
  await tellChange(ctx, tx, account.person_id, { kind: 'social-linked', before, what });
}
