import { dayInZone, isMinorOn, isoInZone } from '@orbita/domain/foundation';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { Ctx, Reply, Tenant } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { offersWhatsApp } from '../platform/whatsapp-accounts.ts';

/** Version of the privacy notice that is accepted at sign-up. */
export const PRIVACY_NOTICE_VERSION = '1';

type Kind = 'privacy-notice' | 'marketing' | 'analytics-cookies' | 'marketing-cookies' | 'whatsapp';
type Channel = 'sign-up' | 'profile' | 'banner' | 'whatsapp' | 'front-desk';
type Row = { id: number; kind: Kind; granted: boolean; version: string | null; channel: Channel; at: Date };

/** Number of history entries shown; the history itself is unlimited. */
const HISTORY_LENGTH = 100;

/** Who gave the consent and through which channel; without an account if the person wrote to our WhatsApp number. */
export type ConsentSource = { personId: number; accountId: number | null; channel: Channel };

/** Consents to change; others stay as they are. */
export type ConsentChange = {
  privacyNotice?: string | undefined;
  marketing?: boolean | undefined;
  analyticsCookies?: boolean | undefined;
  marketingCookies?: boolean | undefined;
  whatsapp?: boolean | undefined;
};

/** Condition for whether a person wants messages by WhatsApp. */
export const wantsWhatsApp = (tenantId: Sql | number, personId: Sql): Sql => sql`
  coalesce((select w.granted from consent w where w.tenant_id = ${tenantId} and w.person_id = ${personId}
    and w.kind = 'whatsapp' order by w.id desc limit 1), false)`;

/** Adds to the consent history, which is append-only because it is the evidence (LGPD art. 8 §2). */
export async function recordConsents(
  tx: Tx,
  { personId, accountId, channel }: ConsentSource,
  at: Date,
  change: ConsentChange,
): Promise<void> {
  const said: [Kind, boolean | undefined, string | null][] = [
    ['privacy-notice', change.privacyNotice === undefined ? undefined : true, change.privacyNotice ?? null],
    ['marketing', change.marketing, null],
    ['analytics-cookies', change.analyticsCookies, null],
    ['marketing-cookies', change.marketingCookies, null],
    ['whatsapp', change.whatsapp, null],
  ];
  const rows = said.filter(([, granted]) => granted !== undefined);
  if (rows.length === 0) return;
  const values = rows.map(
    ([kind, granted, version]) =>
      sql`(${tx.tenantId}::bigint, ${personId}::bigint, ${kind}::text, ${granted}::boolean, ${version}::text,
        ${channel}::text, ${accountId}::bigint, ${at}::timestamptz)`,
  );
  await tx.many(sql`
    insert into consent (tenant_id, person_id, kind, granted, version, channel, account_id, at)
    values ${join(values)} returning id`);
}

/** Current consents, i.e. the latest entry of each kind, and their history, newest first. */
export async function consentsOf(on: Runner, tenant: Tenant, personId: number) {
  const rows = await on.many<Row>(sql`
    select id, kind, granted, version, channel, at from consent c
    where tenant_id = ${tenant.id} and person_id = ${personId} and (
      id >= (select coalesce(min(id), 0) from (select id from consent where tenant_id = ${tenant.id}
        and person_id = ${personId} order by id desc limit ${HISTORY_LENGTH}::int) recent)
      or id = (select max(id) from consent where tenant_id = ${tenant.id} and person_id = ${personId}
        and kind = c.kind))
    order by id`);
  const last = new Map(rows.map((row) => [row.kind, row]));
  const notice = last.get('privacy-notice');
  const granted = (kind: Kind) => last.get(kind)?.granted === true;
  return {
    privacyNotice: notice?.granted
      ? { version: notice.version ?? '', acceptedAt: isoInZone(notice.at, tenant.timeZone) }
      : null,
    marketing: granted('marketing'),
    whatsapp: granted('whatsapp'),
    cookies: { analytics: granted('analytics-cookies'), marketing: granted('marketing-cookies') },
    history: rows.reverse().map(({ kind, granted: given, version, channel, at }) => ({
      kind,
      granted: given,
      version,
      channel,
      at: isoInZone(at, tenant.timeZone),
    })),
  };
}

export async function readConsents(ctx: Ctx<'GET /candidate/users/{uuid}/consents'>): Promise<Reply> {
  const { platform, tenant, session, params } = ctx;
  if (params.uuid !== session.uuid) fail('NOT_FOUND');
  return reply(200, await consentsOf(platform.db.tenant(tenant.id), tenant, session.personId));
}

/** Changes consents; marketing stays off for people under 18, whatever was sent (LGPD art. 14). */
export async function changeConsents(ctx: Ctx<'PUT /candidate/users/{uuid}/consents'>): Promise<Reply> {
  const { platform, tenant, session, params } = ctx;
  if (params.uuid !== session.uuid) fail('NOT_FOUND');
  const body = ctx.body();
  const version = body.privacyNotice?.version.trim();
  // The permanent evidence is the version that was shown, never a text that somebody typed.
  const known = version === undefined || version === PRIVACY_NOTICE_VERSION;
  invalid(known ? [] : [{ field: 'privacyNotice.version', message: 'Valor inválido.' }]);
  const now = platform.clock.now();
  const answer = await platform.db.write(tenant.id, async (tx) => {
    const person = await tx.one<{ birth_date: string | null }>(sql`
      select birth_date from person where tenant_id = ${tenant.id} and id = ${session.personId}`);
    const birth = person?.birth_date;
    const minor = Boolean(birth) && isMinorOn(birth ?? '', dayInZone(now, tenant.timeZone));
    const unlessMinor = (granted: boolean | undefined) => (minor && granted ? false : granted);
    const { personId, accountId } = session;
    await recordConsents(tx, { personId, accountId, channel: body.channel ?? 'profile' }, now, {
      privacyNotice: version,
      marketing: unlessMinor(body.marketing ?? undefined),
      analyticsCookies: body.cookies?.analytics,
      marketingCookies: unlessMinor(body.cookies?.marketing),
      // Nobody can agree to something that the institution does not offer.
      whatsapp:
        body.whatsapp && !offersWhatsApp(platform.config.whatsapp, tenant.alias)
          ? undefined
          : (body.whatsapp ?? undefined),
    });
    return consentsOf(tx, tenant, session.personId);
  });
  return reply(200, answer);
}
