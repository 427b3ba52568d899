import { isoInZone, shownName } from '@orbita/domain/foundation';
import { ACCESS_CHANGES, PASSKEYS_MOST, passkeyLabel } from '@orbita/domain/identity';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import sql from 'sql-template-tag';
import { holdSession } from '../../caller/end-session.ts';
import type { CandidateContext, Ctx, Reply, TenantContext } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { reply } from '../../platform/http/route.ts';
import { hostFacts } from '../../tenancy/settings.ts';
import { accessState } from '../undo/state.ts';
import { tellChange } from '../undo/tell.ts';
import { originOf } from './origin.ts';
import { insertChallenge, insertPasskey, type Passkey, passkeysOf, plain, takeChallenge } from './store.ts';

/** EdDSA, ES256 and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const presentPasskey = ({ tenant }: Pick<TenantContext, 'tenant'>, key: Passkey) => ({
  passkeyId: key.id,
  label: key.label,
  createdAt: isoInZone(key.created_at, tenant.timeZone),
  lastUsedAt: key.last_used_at && isoInZone(key.last_used_at, tenant.timeZone),
});

const mine = ({ platform, tenant, host, session }: CandidateContext): Promise<Passkey[]> =>
  passkeysOf(platform.db.tenant(tenant.id), session.personId, host.name);

/** Lists the person's passkeys on this host; browsers offer only these here. */
export const listPasskeys = async (ctx: Ctx<'GET /platform/auth/passkeys'>): Promise<Reply> =>
  reply(
    200,
    (await mine(ctx)).map((key) => presentPasskey(ctx, key)),
  );

/** Returns the options for an authenticator to create a passkey for the signed-in person. */
export async function beginPasskey(ctx: Ctx<'POST /platform/auth/passkeys/registrations'>): Promise<Reply> {
  const { platform, tenant, host, session } = ctx;
  const [known, person, { brandName }] = await Promise.all([
    mine(ctx),
    platform.db.tenant(tenant.id).one<{ name: string; social_name: string | null }>(sql`
      select p.name, p.social_name from user_account a
      join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
      where a.tenant_id = ${tenant.id} and a.id = ${session.accountId} and p.anonymised_at is null`),
    hostFacts(platform, { tenant, host }),
  ]);
  if (!person) fail('UNAUTHENTICATED');
  if (known.length >= PASSKEYS_MOST) fail('PASSKEY_LIMIT');
  const name = shownName({ name: person.name, socialName: person.social_name });
  const options = await generateRegistrationOptions({
    rpName: brandName,
    rpID: host.name,
    // Authenticators display and store this value, so it is a name and never a document.
    userName: name,
    userDisplayName: name,
    userID: new TextEncoder().encode(session.uuid),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const registrationId = await insertChallenge(
    platform.db.tenant(tenant.id),
    { accountId: session.accountId, rpId: host.name, challenge: options.challenge },
    platform.clock.now(),
  );
  return reply(200, { registrationId, options: plain(options) });
}

const refuse = (): never =>
  fail('PASSKEY_REFUSED', { message: 'Não foi possível criar a chave de acesso. Tente de novo.' });

type Made = Awaited<ReturnType<typeof verifyRegistrationResponse>>['registrationInfo'];

/** Returns the authenticator's registration if every part of it is valid. */
async function verified(ctx: Ctx<'POST /platform/auth/passkeys'>): Promise<NonNullable<Made>> {
  const { platform, tenant, host, session } = ctx;
  const { registrationId, credential } = ctx.body();
  const taken = isUuid(registrationId)
    ? await takeChallenge(
        platform.db.tenant(tenant.id),
        { id: registrationId, accountId: session.accountId, rpId: host.name },
        platform.clock.now(),
      )
    : undefined;
  const origin = originOf(ctx, credential.response.clientDataJSON);
  if (!taken || !origin) return refuse();
  const answer = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} } as never,
    expectedChallenge: taken.challenge,
    expectedOrigin: origin,
    expectedRPID: host.name,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  return answer?.registrationInfo ?? refuse();
}

/** Stores a passkey; its owner's contacts are notified (N-33). */
export async function addPasskey(ctx: Ctx<'POST /platform/auth/passkeys'>): Promise<Reply> {
  const { platform, tenant, host, session } = ctx;
  const { credential, credentialBackedUp } = await verified(ctx);
  const label = ctx.body().label?.trim() || passkeyLabel(ctx.header('user-agent'));
  const now = platform.clock.now();
  const kept = await platform.db.write(tenant.id, async (tx) => {
    await tx.one(sql`
      select id from user_account where tenant_id = ${tenant.id} and id = ${session.accountId} for update`);
    await holdSession(tx, session);
    const before = await accessState(tx, session.personId);
    if ((await passkeysOf(tx, session.personId, host.name)).length >= PASSKEYS_MOST) fail('PASSKEY_LIMIT');
    const key = await insertPasskey(tx, {
      account_id: session.accountId,
      person_id: session.personId,
      rp_id: host.name,
      credential_id: credential.id,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports: ctx.body().credential.response.transports ?? [],
      backed_up: credentialBackedUp,
      label,
      created_at: now,
    });
    if (!key) fail('DUPLICATE');
    const what = `${ACCESS_CHANGES['passkey-added']} (${label})`;
    await tellChange(ctx, tx, session.personId, { kind: 'passkey-added', before, what });
    return key;
  });
  return reply(201, presentPasskey(ctx, kept));
}

/** Removes a passkey; its owner's contacts are notified (N-33). */
export async function removePasskey(ctx: Ctx<'DELETE /platform/auth/passkeys/{passkeyId}'>): Promise<Reply> {
  const { platform, tenant, host, session } = ctx;
  const { passkeyId } = ctx.params;
  if (!isUuid(passkeyId)) fail('NOT_FOUND');
  await platform.db.write(tenant.id, async (tx) => {
    const before = await accessState(tx, session.personId);
    const gone = await tx.one<{ label: string }>(sql`
      delete from passkey where tenant_id = ${tenant.id} and id = ${passkeyId}::uuid
        and person_id = ${session.personId} and rp_id = ${host.name} returning label`);
    if (!gone) fail('NOT_FOUND');
    const what = `${ACCESS_CHANGES['passkey-removed']} (${gone.label})`;
    await tellChange(ctx, tx, session.personId, { kind: 'passkey-removed', before, what });
  });
  return reply(204);
}
