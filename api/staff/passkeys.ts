import { isoInZone } from '@orbita/domain/foundation';
import { PASSKEYS_MOST, passkeyLabel } from '@orbita/domain/identity';
import type { ParsedBody } from '@orbita/protocol';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import sql from 'sql-template-tag';
import { originOf } from '../identity/passkeys/origin.ts';
import { counted, counterAfter, plain } from '../identity/passkeys/store.ts';
import type { Tx } from '../platform/database/types.ts';
import { refuseWeak } from '../platform/http/confirmed.ts';
import type { Ctx, HostContext, Reply } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { WRONG } from './limits.ts';
import { notifyPasskey } from './notices.ts';
import { mayHavePasskey } from './offered.ts';
import {
  type Challenge,
  closeEnrolment,
  findPasskey,
  insertChallenge,
  insertPasskey,
  passkeysOf,
  type StaffPasskey,
  takeChallenge,
} from './passkey-store.ts';

/** EdDSA, ES256 and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];

type Place = Pick<HostContext, 'platform' | 'tenant' | 'host' | 'request' | 'ip'>;
type Sent = ParsedBody<'POST /operations/staff/passkeys/sign-in'>;
export type Shown = Extract<Sent, { credential: { response: { signature: string } } }>;
export type Made = Extract<Sent, { credential: { response: { attestationObject: string } } }>;

/** Whether the credential was newly created by an authenticator, as opposed to an existing one being shown. */
export const isMade = (sent: object): sent is Made =>
  'credential' in sent && 'attestationObject' in (sent as Made).credential.response;

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Returns the challenge of a response and the page it was made on; wrong ones count against the address. */
async function begun(ctx: Place, purpose: 'show' | 'make', { challengeId, credential }: Shown | Made) {
  const { platform, tenant, host, ip } = ctx;
  platform.limits.check(WRONG, { tenant: tenant.id, address: ip });
  const taken = isUuid(challengeId)
    ? await takeChallenge(
        platform.db.tenant(tenant.id),
        { id: challengeId, purpose, rpId: host.name },
        platform.clock.now(),
      )
    : undefined;
  const origin = originOf(ctx, credential.response.clientDataJSON);
  return taken && origin ? { taken, origin } : refuse(ctx);
}

const refuse = async ({ platform, tenant, ip }: Place): Promise<never> => {
  await platform.limits.noteShared([WRONG, { tenant: tenant.id, address: ip }]);
  return fail('PASSKEY_REFUSED');
};

/** Options for an authenticator to show a passkey of this host; they identify nobody. */
export async function beginShown({ platform, tenant, host }: Place) {
  const options = await generateAuthenticationOptions({ rpID: host.name, userVerification: 'required' });
  const challengeId = await insertChallenge(
    platform.db.tenant(tenant.id),
    { purpose: 'show', challenge: options.challenge, staffId: null, inviteId: null, rpId: host.name },
    platform.clock.now(),
  );
  return { challengeId, options: plain(options) };
}

const handleOf = (publicId: string, staffId: number): string => `${publicId}:${staffId}`;

/** Returns the passkey shown, if everything is valid: challenge, page, host, signature and user verification. */
export async function verifyShown(ctx: Place, sent: Shown): Promise<{ key: StaffPasskey; counter: number }> {
  const { platform, tenant, host } = ctx;
  const { taken, origin } = await begun(ctx, 'show', sent);
  const { credential } = sent;
  const on = platform.db.tenant(tenant.id);
  const key = (await findPasskey(on, host.name, credential.id)) ?? (await refuse(ctx));
  const { userHandle } = credential.response;
  const owner = handleOf(tenant.publicId, key.staff_id);
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== owner) return refuse(ctx);
  const answer = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} } as never,
    expectedChallenge: taken.challenge,
    expectedOrigin: origin,
    expectedRPID: host.name,
    requireUserVerification: true,
    credential: counted(key),
  }).catch(() => undefined);
  if (!answer?.verified) return refuse(ctx);
  return { key, counter: counterAfter(key, answer.authenticationInfo.newCounter) };
}

/** Options for an authenticator to create a passkey for a staff member. */
export async function beginMade(
  { platform, tenant, host }: Place,
  person: { id: number; name: string },
  inviteId: number | null,
) {
  const on = platform.db.tenant(tenant.id);
  const known = await passkeysOf(on, person.id, host.name);
  if (known.length >= PASSKEYS_MOST) fail('PASSKEY_LIMIT');
  const options = await generateRegistrationOptions({
    rpName: `Órbita Equipe · ${tenant.name}`,
    rpID: host.name,
    // Authenticators display and store this value, so it is a name and never a document.
    userName: person.name,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(handleOf(tenant.publicId, person.id)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports as never,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const challengeId = await insertChallenge(
    on,
    { purpose: 'make', challenge: options.challenge, staffId: person.id, inviteId, rpId: host.name },
    platform.clock.now(),
  );
  return { challengeId, options: plain(options) };
}

/** Verifies a new passkey; returns the challenge it was created for and a function that stores it. */
export async function verifyMade(ctx: Place, sent: Made) {
  const { platform, host } = ctx;
  const { taken, origin } = await begun(ctx, 'make', sent);
  const answer = await verifyRegistrationResponse({
    response: { ...sent.credential, clientExtensionResults: {} } as never,
    expectedChallenge: taken.challenge,
    expectedOrigin: origin,
    expectedRPID: host.name,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  const { credential, credentialBackedUp } = answer?.registrationInfo ?? (await refuse(ctx));
  const keep = async (tx: Tx, staffId: number): Promise<StaffPasskey> => {
    await tx.one(sql`select id from staff where tenant_id = ${tx.tenantId} and id = ${staffId} for update`);
    if ((await passkeysOf(tx, staffId, host.name)).length >= PASSKEYS_MOST) fail('PASSKEY_LIMIT');
    const kept = await insertPasskey(tx, {
      staff_id: staffId,
      rp_id: host.name,
      credential_id: credential.id,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports: sent.credential.response.transports ?? [],
      backed_up: credentialBackedUp,
      label: sent.label?.trim() || passkeyLabel(ctx.request.headers['user-agent']),
      created_at: platform.clock.now(),
    });
    await closeEnrolment(tx, staffId);
    return kept ?? fail('DUPLICATE');
  };
  return { taken: taken as Challenge, keep };
}

const present = (key: StaffPasskey, timeZone: string) => ({
  id: key.id,
  label: key.label,
  createdAt: isoInZone(key.created_at, timeZone),
  lastUsedAt: key.last_used_at && isoInZone(key.last_used_at, timeZone),
});

/** Lists the caller's own passkeys on this host; browsers offer only these here. */
export async function listOwnPasskeys({
  platform,
  tenant,
  host,
  staff,
}: Ctx<'GET /operations/staff/me/passkeys'>): Promise<Reply> {
  const keys = await passkeysOf(platform.db.tenant(tenant.id), staff.staffId, host.name);
  return reply(200, { data: keys.map((key) => present(key, tenant.timeZone)) });
}

/** Starts creating a passkey for the caller, or stores the one their authenticator created. */
export async function addOwnPasskey(ctx: Ctx<'POST /operations/staff/me/passkeys'>): Promise<Reply> {
  const { platform, tenant, staff } = ctx;
  if (!(await mayHavePasskey(ctx, staff))) fail('FORBIDDEN');
  // A mailbox alone can't create a passkey: whoever reads it later could act as the member from then on.
  if (staff.strength === null && !staff.mayEnrol) refuseWeak(staff);
  const sent = ctx.body();
  if (!isMade(sent)) return reply(200, await beginMade(ctx, { id: staff.staffId, name: staff.name }, null));
  const { taken, keep } = await verifyMade(ctx, sent);
  if (taken.staffId !== staff.staffId || taken.inviteId !== null) fail('PASSKEY_REFUSED');
  const key = await platform.db.write(tenant.id, async (tx) => {
    const kept = await keep(tx, staff.staffId);
    await notifyPasskey(tx, platform, kept.id, staff.staffId);
    return kept;
  });
  return reply(201, present(key, tenant.timeZone));
}

/** Removes one of the caller's own passkeys, which no longer opens anything; 404 for any other. */
export async function removeOwnPasskey({
  platform,
  tenant,
  host,
  staff,
  params,
}: Ctx<'DELETE /operations/staff/me/passkeys/{id}'>): Promise<Reply> {
  const gone = await platform.db.tenant(tenant.id).one(sql`
    delete from staff_passkey where tenant_id = ${tenant.id} and id = ${params.id} and staff_id = ${staff.staffId}
      and rp_id = ${host.name} returning id`);
  if (!gone) fail('NOT_FOUND');
  return reply(204);
}
