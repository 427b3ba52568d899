import { randomUUID } from 'node:crypto';
import {
  cellPhone as cellPhoneRule,
  email as emailRule,
  isBlank,
  normaliseEmail,
  normalisePhone,
} from '@orbita/domain/foundation';
import { CONTACT_HOLD_HOURS } from '@orbita/domain/identity';
import type { ParsedBody } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { mayBeSame } from '../../approval/people.ts';
import { operatorOf } from '../../caller/operator.ts';
import { isClaimed } from '../../identity/claimed.ts';
import { endWaysIn } from '../../identity/end-ways-in.ts';
import { codeContact, isHeld, isProved } from '../../identity/held-contact.ts';
import { notify } from '../../messaging/notify.ts';
import type { Tx } from '../../platform/database/types.ts';
import type { ServiceContext } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { queueChangedAnywhere } from '../../platform/team-events.ts';
import { showPerson } from './page.ts';

type Body = ParsedBody<'PUT /operations/persons/{personId}/contacts'>;
type Release = ParsedBody<'POST /operations/persons/{personId}/contacts/release'>;
type Kept = {
  email: string | null;
  cell_phone: string | null;
  /** Where codes are sent now, which differs while an earlier correction is held. */
  email_codes: string | null;
  cell_phone_codes: string | null;
  /** Proved with a code, or the contact before a held correction was. */
  email_proved: boolean;
  cell_phone_proved: boolean;
  /** The account is in use. */
  claimed: boolean;
  has_way_in: boolean;
};
type Field = 'email' | 'cellPhone';

const HOUR_MS = 3_600_000;
const CHANGED = { email: 'e-mail', cellPhone: 'celular' } as const;

/** The contacts in their stored form; 422 for invalid ones, none at all, or no reason. */
function wanted({ email, cellPhone, reason }: Body): Partial<Record<Field, string>> {
  const given = {
    ...(isBlank(email) ? {} : { email: normaliseEmail(email) }),
    ...(isBlank(cellPhone) ? {} : { cellPhone: normalisePhone(cellPhone) }),
  };
  const wrong = (field: Field, message: string | undefined) => (message ? [{ field, message }] : []);
  invalid([
    ...(Object.keys(given).length === 0
      ? [{ field: 'email', message: 'Informe o e-mail ou o celular.' }]
      : []),
    ...('email' in given ? wrong('email', emailRule(given.email)) : []),
    ...('cellPhone' in given ? wrong('cellPhone', cellPhoneRule(given.cellPhone)) : []),
    ...(isBlank(reason) ? [{ field: 'reason', message: 'Obrigatório.' }] : []),
  ]);
  return given;
}

/** Nobody is assumed to own the new contact until it is proved with a code sent to it (spec 5.1). */
const store = (tx: Tx, personId: number, field: Field, value: string, now: Date) => {
  const column =
    field === 'email'
      ? sql`email = ${value}::text, email_confirmed_at = null, email_proved_at = null, email_by_link = false`
      : sql`cell_phone = ${value}::text, cell_phone_confirmed_at = null, cell_phone_proved_at = null, cell_phone_by_link = false`;
  return tx.one(sql`
    update person set ${column}, updated_at = ${now}::timestamptz
    where tenant_id = ${tx.tenantId} and id = ${personId} returning id`);
};

const keptOf = (tx: Tx, personId: number, now: Date) =>
  tx.one<Kept>(sql`
    select p.email, p.cell_phone, ${codeContact('email')} as email_codes,
      ${codeContact('cellPhone')} as cell_phone_codes, ${isProved('email')} as email_proved,
      ${isProved('cellPhone')} as cell_phone_proved, ${isClaimed(now)} as claimed,
      p.email_confirmed_at is not null or p.cell_phone_confirmed_at is not null
        or exists(select from user_account u where u.tenant_id = p.tenant_id and u.person_id = p.id) as has_way_in
    from person p where p.tenant_id = ${tx.tenantId} and p.id = ${personId} and p.anonymised_at is null for update`);

/** Publishes that contacts are awaiting a second person, or no longer are. */
const heldChanged = (tx: Tx): void =>
  queueChangedAnywhere(tx, { queue: 'held-contacts', parts: ['subscriptions.support'] });

const heldUntilOf = (now: Date) => new Date(now.getTime() + CONTACT_HOLD_HOURS * HOUR_MS);

/**
 * Corrects contacts and notifies the old e-mail of each change (N-04), so that nobody is replaced unnoticed. A single team member
 * cannot redirect access: codes still go to the previous contacts for some time and, if the account is in use or that contact was
 * proved, until another team member releases the new ones. When the correction takes effect, every other way to sign in ends.
 */
async function correct(
  tx: Tx,
  { platform, service }: Pick<ServiceContext, 'platform' | 'service'>,
  { personId, institutionId }: { personId: number; institutionId: number | null },
  body: Body,
): Promise<void> {
  const now = platform.clock.now();
  const before = await keptOf(tx, personId, now);
  if (!before) fail('NOT_FOUND');
  const given = wanted(body);
  const old = { email: before.email, cellPhone: before.cell_phone };
  const codes = { email: before.email_codes, cellPhone: before.cell_phone_codes };
  const changed = (Object.keys(given) as Field[]).filter((field) => given[field] !== old[field]);
  if (changed.length === 0) return;
  for (const field of changed) {
    await store(tx, personId, field, given[field] ?? '', now);
    if (before.email)
      notify(tx, platform, {
        template: 'N-04',
        personId,
        institutionId,
        dedupe: `correction:${randomUUID()}`,
        data: { alteracao: CHANGED[field] },
        recipients: [{ channel: 'email', to: before.email }],
      });
  }
  const staffId = service.staff?.id ?? null;
  const held = staffId !== null && before.has_way_in;
  const proved = { email: before.email_proved, cellPhone: before.cell_phone_proved };
  if (!held && before.has_way_in)
    await endWaysIn(tx, platform, personId, { byInstitution: { bringing: Object.values(given) } });
  const only = (of: Partial<Record<Field, string | null>>) =>
    JSON.stringify(Object.fromEntries(changed.map((field) => [field, of[field] ?? ''])));
  await tx.one(sql`
    insert into person_correction (tenant_id, person_id, fields, identity_check, reason, staff_id, made_by, at,
      before, after, held_until, until_released, before_proved)
    values (${tx.tenantId}, ${personId}::bigint, ${JSON.stringify(changed)}::jsonb, ${body.identityCheck}::text,
      ${body.reason.trim()}::text, ${staffId}::bigint, ${operatorOf(service)}::text, ${now}::timestamptz,
      ${only(codes)}::jsonb, ${only(given)}::jsonb,
      ${held ? heldUntilOf(now) : null}::timestamptz,
      ${held && (before.claimed || changed.some((field) => proved[field]))}::boolean,
      ${changed.some((field) => proved[field])}::boolean) returning id`);
  if (held) heldChanged(tx);
}

/**
 * Lets codes go to contacts that another team member corrected, after this person has also checked who is asking. Whoever used
 * the account until now can no longer sign in.
 * @throws `OWN_APPROVAL` for a person who corrected one of them, `LINKED_APPROVAL` for one who may be their second self,
 * `STATE_CONFLICT` when nothing is held
 */
async function release(
  tx: Tx,
  { platform, service }: Pick<ServiceContext, 'platform' | 'service'>,
  personId: number,
  { identityCheck, reason }: Release,
): Promise<void> {
  invalid(isBlank(reason) ? [{ field: 'reason', message: 'Obrigatório.' }] : []);
  const now = platform.clock.now();
  const staffId = service.staff?.id ?? fail('FORBIDDEN');
  // The same lock as in a correction, so that none comes in between.
  await tx.one(
    sql`select id from person where tenant_id = ${tx.tenantId} and id = ${personId} for no key update`,
  );
  const held = await tx.many<{ staff_id: number; after: Record<string, string> }>(sql`
    select c.staff_id, c.after from person_correction c
    where c.tenant_id = ${tx.tenantId} and c.person_id = ${personId} and ${isHeld(sql`c`)}`);
  if (held.some(({ staff_id }) => staff_id === staffId)) fail('OWN_APPROVAL');
  if (held.length === 0) fail('STATE_CONFLICT');
  for (const by of new Set(held.map(({ staff_id }) => staff_id)))
    if (await mayBeSame(tx, by, staffId, now)) fail('LINKED_APPROVAL');
  const bringing = held.flatMap(({ after }) => Object.values(after));
  await endWaysIn(tx, platform, personId, { byInstitution: { bringing } });
  await tx.many(sql`
    update person_correction c set released_by = ${staffId}::bigint, released_name = ${operatorOf(service)}::text,
      release_check = ${identityCheck}::text, release_reason = ${reason.trim()}::text,
      released_at = ${now}::timestamptz
    where c.tenant_id = ${tx.tenantId} and c.person_id = ${personId} and ${isHeld(sql`c`)} returning id`);
  heldChanged(tx);
}

/** Corrections of contacts after the institution has identified the person (spec 25.6.3). */
export const contactRoutes = (platform: Platform): Route[] => [
  route('PUT /operations/persons/{personId}/contacts', (ctx) =>
    withKey(ctx, async (write) => {
      const { personId } = ctx.params;
      const known = await showPerson(ctx, platform, personId);
      const body = ctx.body();
      const institutionId = known.applications[0]?.institutionId ?? null;
      return write(async (tx) => {
        await correct(tx, ctx, { personId, institutionId }, body);
        return reply(200, await showPerson(ctx, platform, personId, tx));
      });
    }),
  ),
  route('POST /operations/persons/{personId}/contacts/release', (ctx) =>
    withKey(ctx, async (write) => {
      const { personId } = ctx.params;
      await showPerson(ctx, platform, personId);
      const body = ctx.body();
      return write(async (tx) => {
        await release(tx, ctx, personId, body);
        return reply(200, await showPerson(ctx, platform, personId, tx));
      });
    }),
  ),
];
