import { ACCEPTANCE_TOKEN_MINUTES, type AcceptanceChannel, type Party } from '@orbita/domain/contract';
import { firstName, isoInZone, shownName } from '@orbita/domain/foundation';
import { maskContact } from '@orbita/domain/identity';
import { STATUS } from '@orbita/domain/subscription';
import { SignJWT } from 'jose';
import { answerChallenge, createChallenge } from '../identity/challenge.ts';
import type { Done } from '../identity/repeat.ts';
import type { Runner } from '../platform/database/types.ts';
import type { Ctx, HostContext, TenantContext } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { verifySigned } from '../platform/signed-token.ts';
import { claimsOf, isTenantAudience } from '../platform/token-claims.ts';
import { ownSubscription } from '../subscription/own.ts';
import { contactFor, contactsOf, demandOf, markOf, type Signer } from './demand.ts';
import { isConfirmationUsed } from './store.ts';
import { type ContractParts, contractParts } from './terms.ts';

const PURPOSE = 'contract-acceptance';

/** A confirmation as stored with the acceptance. */
export type Confirmation = { challengeId: string; channel: AcceptanceChannel; masked: string };

/** Displayed name of the candidate of a contract. */
export const candidateOf = ({ enrolment }: ContractParts): string =>
  shownName({ name: enrolment.name, socialName: enrolment.social_name });

/** Sends a code to the accepting party, which the caller has verified to be the right one (spec 13.4). */
export async function sendCode(
  ctx: Pick<HostContext, 'platform' | 'tenant' | 'host'>,
  parts: ContractParts,
  { party, channel }: { party: Party; channel: AcceptanceChannel },
) {
  const { platform, tenant } = ctx;
  const { state, enrolment } = parts;
  const contacts = await contactsOf(platform.db.tenant(tenant.id), parts, party);
  const contact = contactFor(contacts, channel);
  if (parts.row.accepted) fail('ALREADY_ACCEPTED', { extra: { status: state.status } });
  if (state.status !== STATUS.Evaluated) fail('TRANSITION_NOT_ALLOWED', { extra: { status: state.status } });
  const candidate = candidateOf(parts);
  return createChallenge(ctx, {
    purpose: PURPOSE,
    channel,
    recipient: contact.to,
    template: party === 'guardian' ? 'N-29' : 'N-02',
    greeted: firstName(party === 'guardian' ? (enrolment.guardian?.name ?? '') : candidate),
    ...(party === 'guardian' ? { data: { nome_candidato: candidate, curso: state.course_name } } : {}),
    personId: state.person_id,
    subscriptionId: state.id,
    payload: { party, mark: markOf(parts, party, contact.to) },
  });
}

/** POST acceptance-challenges: the candidate has a code sent to the party that must accept. */
export async function askConfirmation(ctx: Ctx<'POST /candidate/subscriptions/{id}/acceptance-challenges'>) {
  const { platform, tenant, session, params } = ctx;
  await ownSubscription(ctx, params.id);
  const asked = ctx.body();
  const parts =
    (await contractParts(platform.db.tenant(tenant.id), params.id, platform.clock.now())) ??
    fail('NOT_FOUND');
  if (demandOf(parts, { accessKey: session.scope !== 'candidate' }).party !== asked.party)
    fail('PARTY_NOT_ALLOWED');
  if (asked.party === 'guardian' && !parts.enrolment.guardian) fail('GUARDIAN_REQUIRED');
  return reply(202, await sendCode(ctx, parts, asked));
}

/**
 * Uses up a code and issues the token with which it is proved at the acceptance, valid for 15 minutes. Repeated under its
 * `Idempotency-Key`, it issues the token again, valid for no longer.
 */
export async function proveCode(
  ctx: Pick<TenantContext, 'platform' | 'tenant' | 'header'>,
  of: { subscriptionId: number; personId: number; challengeId: string; code: string },
) {
  const { platform, tenant } = ctx;
  const { subscriptionId, personId, challengeId } = of;
  type Proved = { party: Party; mark: string };
  const { verified, party, mark, now } = await answerChallenge(
    ctx,
    of,
    { purpose: PURPOSE, personId, subscriptionId },
    {
      async first(verified) {
        const { party, mark } = verified.payload as Proved;
        await platform.db.write(tenant.id, (tx) => verified.use(tx, { party, mark }));
        return { verified, party, mark, now: platform.clock.now() };
      },
      again: async (verified, done) => ({ verified, ...(done as Done & Proved), now: new Date(done.at) }),
    },
  );
  const expiresAt = new Date(now.getTime() + ACCEPTANCE_TOKEN_MINUTES * 60_000);
  const { issuer, audience } = claimsOf(PURPOSE, tenant);
  const acceptanceToken = await new SignJWT({
    pty: party,
    mrk: mark,
    chn: verified.channel,
    msk: maskContact(verified.channel, verified.recipient),
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(String(subscriptionId))
    .setJti(challengeId)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(new TextEncoder().encode(platform.config.secret));
  return { acceptanceToken, expiresAt: isoInZone(expiresAt, tenant.timeZone) };
}

/** POST acceptance-challenges/{challengeId}/verify: the code as typed by the signed-in candidate. */
export async function answerConfirmation(
  ctx: Ctx<'POST /candidate/subscriptions/{id}/acceptance-challenges/{challengeId}/verify'>,
) {
  const { session, params } = ctx;
  const { id: subscriptionId } = await ownSubscription(ctx, params.id);
  const { personId } = session;
  const { challengeId } = params;
  return reply(200, await proveCode(ctx, { subscriptionId, personId, challengeId, ...ctx.body() }));
}

async function readConfirmation(
  ctx: Pick<TenantContext, 'platform' | 'tenant'>,
  on: Runner,
  parts: ContractParts,
  token: string,
): Promise<(Confirmation & { party: Party }) | undefined> {
  const { platform, tenant } = ctx;
  const found = await verifySigned(platform.config.secrets, token, {
    ...claimsOf(PURPOSE, tenant),
    requiredClaims: ['exp'],
    subject: String(parts.state.id),
    currentDate: platform.clock.now(),
  }).catch(() => undefined);
  const claims = found?.payload;
  if (!claims?.jti || !isTenantAudience(claims.aud)) return undefined;
  const party = claims.pty as Party;
  const contacts = await contactsOf(on, parts, party);
  if (!contacts.some(({ to }) => markOf(parts, party, to) === claims.mrk)) return undefined;
  if (await isConfirmationUsed(on, claims.jti)) return undefined;
  return {
    party,
    challengeId: claims.jti,
    channel: claims.chn as AcceptanceChannel,
    masked: String(claims.msk),
  };
}

/**
 * The confirmation that an acceptance needs, or null when it needs none. A code confirms a single acceptance, by the person and
 * contact it was sent to; otherwise `CONFIRMATION_REQUIRED`.
 */
export async function confirmationOf(
  ctx: Pick<TenantContext, 'platform' | 'tenant'>,
  on: Runner,
  parts: ContractParts,
  { signer, token }: { signer: Pick<Signer, 'accessKey'>; token: string | null | undefined },
): Promise<Confirmation | null> {
  const demand = demandOf(parts, signer);
  if (!demand.code) return null;
  const given = token ? await readConfirmation(ctx, on, parts, token) : undefined;
  if (given?.party !== demand.party) fail('CONFIRMATION_REQUIRED', { extra: { party: demand.party } });
  const { challengeId, channel, masked } = given;
  return { challengeId, channel, masked };
}
