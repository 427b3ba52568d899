import { randomUUID } from 'node:crypto';
import { isoInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import { deciderName } from '../../caller/operator.ts';
import { accessKeyDays, issueAccessKey, type KeyPurpose } from '../../messaging/access-key.ts';
import { hostOf, subscriptionAddress } from '../../messaging/address.ts';
import { linkContacts } from '../../messaging/link-contacts.ts';
import { notify, notifyCounted } from '../../messaging/notify.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { Service, ServiceContext, Tenant } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { isFirst } from '../../platform/http/idempotency.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey, writeOnce } from '../../platform/http/with-key.ts';
import { maySee } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { type SubscriptionState, settingsReader } from '../../subscription/facts.ts';
import { seenState } from '../../subscription/seen-state.ts';
import { type Revoker, revokeAccessKey, revokeAccessKeys } from '../access-keys/revoke.ts';

const seen = (
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  id: number,
) => seenState(platform.db.tenant(tenant.id), service, id);

type Wanted = {
  purpose: KeyPurpose;
  reason?: string | null | undefined;
  ttlDays?: number | null | undefined;
  notify?: boolean | null | undefined;
};

/** The staff member who passes a link on personally, and why. */
type By = { staffId: number; reason: string };

/**
 * Issues a key and, if requested, queues a message with another key to the owner's confirmed contacts (spec 5.1): one message
 * per `Idempotency-Key`, although a repeat gets a new key.
 */
async function issue(
  { platform, tenant, command }: Pick<ServiceContext, 'platform' | 'tenant' | 'command'>,
  state: SubscriptionState,
  wanted: Wanted,
  by?: By,
) {
  const { purpose, ttlDays = null } = wanted;
  const host = await hostOf(platform, tenant.id, state.institution_id);
  if (!host) throw new Error(`Tenant ${tenant.alias} has no host`);
  const days = ttlDays ?? (await accessKeyDays(platform, tenant.id, state.id));
  const issued = await platform.db.write(tenant.id, async (tx) => {
    const asked = command(tenant.id);
    const first = asked === undefined || (await isFirst(platform, tx, asked));
    const key = await issueAccessKey(tx, platform, tenant.id, {
      subscriptionId: state.id,
      purpose,
      days,
      by,
    });
    if (wanted.notify && first) {
      notify(tx, platform, {
        template: 'N-05',
        personId: state.person_id,
        subscriptionId: state.id,
        dedupe: `access-key:${key.keyId}`,
        data: { variante: 'acesso' },
        access: { purpose, ttlDays },
      });
    }
    return key;
  });
  return {
    keyId: issued.keyId,
    url: subscriptionAddress(platform, host, { id: state.id, type: state.application_type }, issued.key),
    expiresAt: isoInZone(issued.expiresAt, tenant.timeZone),
  };
}

type KeyRow = {
  id: number;
  purpose: KeyPurpose;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
};

async function list(platform: Platform, tenant: Tenant, subscriptionId: number) {
  const rows = await platform.db.tenant(tenant.id).many<KeyRow>(sql`
    select id, purpose, created_at, expires_at, revoked_at from access_key
    where tenant_id = ${tenant.id} and subscription_id = ${subscriptionId} order by id desc`);
  return rows.map((row) => ({
    keyId: row.id,
    purpose: row.purpose,
    createdAt: isoInZone(row.created_at, tenant.timeZone),
    expiresAt: isoInZone(row.expires_at, tenant.timeZone),
    revokedAt: row.revoked_at && isoInZone(row.revoked_at, tenant.timeZone),
  }));
}

const revokerOf = (service: Service): Revoker => ({
  by: deciderName(service),
  staffId: service.staff?.id ?? null,
});

async function revokeOne(tx: Tx, platform: Platform, service: Service, keyId: number): Promise<void> {
  const row = await tx.one<{ code: string }>(sql`
    select i.code from access_key k
    join subscription s on s.tenant_id = k.tenant_id and s.id = k.subscription_id
    join institution i on i.tenant_id = s.tenant_id and i.id = s.institution_id
    where k.tenant_id = ${tx.tenantId} and k.id = ${keyId}`);
  if (!row || !maySee(service, row.code)) fail('NOT_FOUND');
  await revokeAccessKey(tx, platform, keyId, revokerOf(service));
}

/** Days for which a link passed on by a staff member is valid. */
const COPIED_DAYS = 1;

/** The contacts a link to an application may be sent to now (spec 25.6.2). */
const contactsFor = (tx: Tx, { person_id: personId, id: subscriptionId }: SubscriptionState) =>
  linkContacts(tx, { tenantId: tx.tenantId, personId, subscriptionId });

/**
 * Sends the owner a link to their confirmed contacts, or where their contract was sent. The staff member who requested it isn't
 * shown the link (spec 25.6.2), so that nobody opens an application through an address of their own.
 */
async function sendForStaff(
  { platform, tenant, command }: Pick<ServiceContext, 'platform' | 'tenant' | 'command'>,
  state: SubscriptionState,
  { purpose, ttlDays = null }: Wanted,
) {
  let until = ttlDays ?? (await accessKeyDays(platform, tenant.id, state.id));
  await platform.db.write(tenant.id, async (tx) => {
    const [contact] = await contactsFor(tx, state);
    if (!contact) fail('CONTACT_UNCONFIRMED');
    // Nobody has confirmed this contact, so a link that may have gone astray is valid for a day only.
    if (contact.why === 'contract') until = COPIED_DAYS;
    const asked = command(tenant.id);
    if (asked !== undefined && !(await isFirst(platform, tx, asked))) return;
    notify(tx, platform, {
      template: 'N-05',
      personId: state.person_id,
      subscriptionId: state.id,
      dedupe: `access-link:${randomUUID()}`,
      data: { variante: 'acesso' },
      access: { purpose, ttlDays: until },
    });
  });
  const ends = new Date(platform.clock.now().getTime() + until * 24 * 3_600_000);
  return { keyId: null, url: null, expiresAt: isoInZone(ends, tenant.timeZone) };
}

/** A link that a staff member gets to see, if their institution allows it; it records who created it and why. */
async function copyForStaff(
  ctx: Pick<ServiceContext, 'platform' | 'tenant' | 'command'>,
  staffId: number,
  state: SubscriptionState,
  wanted: Wanted,
) {
  if (!settingsReader(state.settings)('StaffMayCopyAccessLinks')) fail('FORBIDDEN');
  const reason = wanted.reason?.trim() ?? '';
  invalid(reason === '' ? [{ field: 'reason', message: 'Obrigatório.' }] : []);
  return issue(ctx, state, { ...wanted, notify: false, ttlDays: COPIED_DAYS }, { staffId, reason });
}

const answerOf = (ctx: ServiceContext, state: SubscriptionState, wanted: Wanted) => {
  const { staff } = ctx.service;
  if (!staff) return issue(ctx, state, wanted);
  return wanted.notify === false
    ? copyForStaff(ctx, staff.id, state, wanted)
    : sendForStaff(ctx, state, wanted);
};

/**
 * Asks the owner to confirm their contacts with a message that opens nothing by itself; at most one per hour.
 * @throws `STATE_CONFLICT` (409) if one is already confirmed or there is none.
 */
async function askConfirmation(
  tx: Tx,
  platform: Platform,
  { person_id: personId, id: subscriptionId }: SubscriptionState,
): Promise<{ sent: boolean }> {
  const person = await tx.one<{ confirmed: boolean; some: boolean }>(sql`
    select email_confirmed_at is not null or cell_phone_confirmed_at is not null as confirmed,
      coalesce(email, cell_phone) is not null as some
    from person where tenant_id = ${tx.tenantId} and id = ${personId}`);
  if (!person?.some || person.confirmed) fail('STATE_CONFLICT');
  const hour = Math.floor(platform.clock.now().getTime() / 3_600_000);
  const messages = await notifyCounted(tx, platform, {
    template: 'N-05',
    personId,
    subscriptionId,
    dedupe: `confirm:${personId}:${hour}`,
    data: { variante: 'confirmar' },
    path: '/profile',
  });
  return { sent: messages > 0 };
}

/** Routes for applications' access keys (spec 17.2). */
export const accessKeyRoutes = (platform: Platform): Route[] => [
  // The response isn't stored for an `Idempotency-Key`, because that would store the access key itself.
  route('POST /operations/subscriptions/{id}/access-keys', async (ctx) => {
    const state = await seen(ctx, ctx.params.id);
    return reply(201, await answerOf(ctx, state, ctx.body()));
  }),
  route('POST /operations/subscriptions/{id}/contact-confirmations', (ctx) =>
    withKey(ctx, async (write) => {
      const state = await seen(ctx, ctx.params.id);
      return write(async (tx) => reply(200, await askConfirmation(tx, platform, state)));
    }),
  ),
  route('GET /operations/subscriptions/{id}/access-keys', async (ctx) => {
    const { id } = await seen(ctx, ctx.params.id);
    return reply(200, await list(platform, ctx.tenant, id));
  }),
  route('DELETE /operations/subscriptions/{id}/access-keys', (ctx) =>
    withKey(ctx, async (write) => {
      const { id } = await seen(ctx, ctx.params.id);
      return write(async (tx) =>
        reply(200, { revoked: await revokeAccessKeys(tx, platform, id, revokerOf(ctx.service)) }),
      );
    }),
  ),
  route('DELETE /operations/access-keys/{keyId}', (ctx) =>
    writeOnce(ctx, 204, (tx) => revokeOne(tx, platform, ctx.service, ctx.params.keyId)),
  ),
];
