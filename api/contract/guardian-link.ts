import { randomBytes } from 'node:crypto';
import { GUARDIAN_LINK, type Party } from '@orbita/domain/contract';
import { firstName, formatDate, formatDateTime, isoInZone } from '@orbita/domain/foundation';
import { maskContact } from '@orbita/domain/identity';
import { pageAddress } from '../messaging/address.ts';
import { sendAtOnce } from '../messaging/at-once.ts';
import type { Runner } from '../platform/database/types.ts';
import type { Ctx, GuardianLink } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { secretHash } from '../platform/secret-hash.ts';
import { lockSubscription } from '../subscription/move.ts';
import { ownSubscription } from '../subscription/own.ts';
import { checkReady } from './accept.ts';
import { candidateOf } from './confirm.ts';
import { contactFor, demandOf, guardianContacts, isMinor, markOf } from './demand.ts';
import {
  endOlderLinks,
  forgetGuardianLink,
  insertGuardianLink,
  newestGuardianLink,
  type StoredGuardianLink,
} from './guardian-store.ts';
import { type ContractParts, contractParts } from './terms.ts';

/** Random bytes of a key: enough to prevent guessing, short enough for a single SMS. */
const KEY_BYTES = 16;
const PARTY: Party = 'guardian';

/** Whether the guardian of a link is still the guardian of the application, with the contact it was sent to. */
export const isGuardianOf = (parts: ContractParts, { mark }: Pick<GuardianLink, 'mark'>): boolean =>
  isMinor(parts) && guardianContacts(parts).some(({ to }) => markOf(parts, PARTY, to) === mark);

const present = (
  { channel, masked, created_at, expires_at }: Omit<StoredGuardianLink, 'mark'>,
  zone: string,
) => ({
  channel,
  masked,
  sentAt: isoInZone(created_at, zone),
  expiresAt: isoInZone(expires_at, zone),
});

/** The guardian's link that is still valid; null when there is none. */
export async function lastGuardianLink(on: Runner, parts: ContractParts) {
  const { state, now } = parts;
  if (!isMinor(parts)) return null;
  const link = await newestGuardianLink(on, { subscriptionId: state.id, now });
  return link && isGuardianOf(parts, link) ? present(link, state.time_zone) : null;
}

type Call = Ctx<'POST /candidate/subscriptions/{id}/guardian-links'>;

/** Writes the link under the lock of the subscription, once only the guardian's acceptance is missing. */
function prepare(ctx: Call, subscriptionId: number, key: string) {
  const { platform, tenant, session } = ctx;
  const { channel } = ctx.body();
  return platform.db.write(tenant.id, async (tx) => {
    const locked = await lockSubscription(tx, subscriptionId);
    const now = platform.clock.now();
    const parts = (await contractParts(tx, subscriptionId, now, locked)) ?? fail('NOT_FOUND');
    if (demandOf(parts, { accessKey: session.scope !== 'candidate' }).party !== PARTY)
      fail('PARTY_NOT_ALLOWED');
    checkReady(parts);
    const { to } = contactFor(guardianContacts(parts), channel);
    const link = {
      subscriptionId,
      keyHash: secretHash(key),
      channel,
      masked: maskContact(channel, to),
      mark: markOf(parts, PARTY, to),
      createdAt: now,
      expiresAt: new Date(now.getTime() + GUARDIAN_LINK.lifeHours * 3600_000),
    };
    const id = (await insertGuardianLink(tx, link)) ?? fail('RATE_LIMITED');
    return { id, link, parts, to };
  });
}

/**
 * POST guardian-links (spec 12.9): sends the guardian a personal link. Once sent, it replaces earlier ones; a link that could not
 * be sent does not count. Refused in the same cases as the acceptance itself, so that nobody gets a link to a contract that
 * cannot be accepted.
 */
export async function sendGuardianLink(ctx: Call) {
  const { platform, tenant, host } = ctx;
  const { id: subscriptionId } = await ownSubscription(ctx, ctx.params.id);
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const { id, link, parts, to } = await prepare(ctx, subscriptionId, key);
  const { state, enrolment } = parts;
  const db = platform.db.tenant(tenant.id);
  try {
    await sendAtOnce(ctx, {
      channel: link.channel,
      to,
      template: 'N-29',
      greeted: firstName(enrolment.guardian?.name ?? ''),
      data: {
        variante: 'link',
        nome_candidato: candidateOf(parts),
        curso: state.course_name,
        data: formatDateTime(link.expiresAt, state.time_zone),
        dia: formatDate(link.expiresAt, state.time_zone).slice(0, '26/11'.length),
        // After the number sign, because browsers send that part of an address to no server.
        link: pageAddress(platform, host.name, `/responsavel#${key}`),
      },
      reference: `guardian-link.${tenant.id}.${id}`,
    });
  } catch (error) {
    if (error instanceof RangeError) {
      await forgetGuardianLink(db, id);
      invalid([{ field: 'channel', message: 'O link não cabe em um SMS. Mande por e-mail.' }]);
    }
    platform.log.warn({ err: error, channel: link.channel, tenant: tenant.alias }, 'guardian link not sent');
    await forgetGuardianLink(db, id);
    fail('SEND_FAILED');
  }
  await endOlderLinks(db, { id, subscriptionId, now: platform.clock.now() });
  return reply(
    202,
    present({ ...link, created_at: link.createdAt, expires_at: link.expiresAt }, state.time_zone),
  );
}
