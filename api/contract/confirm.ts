import { createHash } from 'node:crypto';
import {
  ACCEPTANCE_TOKEN_MINUTES,
  type AcceptanceChannel,
  acceptanceContacts,
  acceptanceDemand,
  type Party,
} from '@orbita/domain/contract';
import { dayInZone, firstName, isMinorOn, isoInZone, shownName } from '@orbita/domain/foundation';
import { maskContact } from '@orbita/domain/identity';
import { STATUS } from '@orbita/domain/subscription';
import { jwtVerify, SignJWT } from 'jose';
import { createChallenge, verifyChallenge } from '../identity/challenge.ts';
import type { Runner } from '../platform/database/types.ts';
import type { CandidateContext, Ctx, Session, TenantContext } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { settingsReader } from '../subscription/facts.ts';
import { ownSubscription } from '../subscription/own.ts';
import { isConfirmationUsed, personContacts } from './store.ts';
import { type ContractParts, contractParts } from './terms.ts';

const PURPOSE = 'contract-acceptance';
/** Token audience that separates confirmation tokens from session tokens. */
const AUDIENCE = 'contract-acceptance';

/** A confirmation as it is stored with the acceptance. */
export type Confirmation = { challengeId: string; channel: AcceptanceChannel; masked: string };

/**
 * True for a person under 18 today in the tenant's time zone, whose guardian takes part in the acceptance
 * (spec 13.2).
 */
export const isMinor = ({ enrolment, state, now }: ContractParts): boolean =>
  enrolment.birth_date !== null && isMinorOn(enrolment.birth_date, dayInZone(now, state.time_zone));

/** Who has to accept, and how (spec 13.2). */
function demandOf(parts: ContractParts, session: Pick<Session, 'scope'>) {
  const mode = settingsReader(parts.state.settings)('GuardianAcceptanceMode');
  return acceptanceDemand({
    minor: isMinor(parts),
    accessKey: session.scope !== 'candidate',
    mode: mode === 'declared' ? 'declared' : 'code',
  });
}

/** Contacts of the accepting party to which a code may be sent; none for a guardian not named yet. */
async function contactsOf(on: Runner, tenantId: number, parts: ContractParts, party: Party) {
  if (party === 'candidate') {
    const person = await personContacts(on, tenantId, parts.state.person_id);
    return person ? acceptanceContacts(person) : [];
  }
  const { guardian } = parts.enrolment;
  if (!guardian) return [];
  const { email, cellPhone } = guardian;
  return acceptanceContacts({ email, cellPhone, emailConfirmed: false, cellPhoneConfirmed: false });
}

/** What the page shows about the confirmation before the acceptance. */
export async function presentDemand(
  on: Runner,
  tenantId: number,
  parts: ContractParts,
  session: Pick<Session, 'scope'>,
) {
  const demand = demandOf(parts, session);
  const contacts = demand.code ? await contactsOf(on, tenantId, parts, demand.party) : [];
  return {
    ...demand,
    guardian: demand.party === 'guardian' ? (parts.enrolment.guardian?.name ?? null) : null,
    channels: contacts.map(({ channel, to }) => ({ channel, masked: maskContact(channel, to) })),
  };
}

const partsOf = async (ctx: Pick<TenantContext, 'platform' | 'tenant'>, id: number): Promise<ContractParts> =>
  (await contractParts(ctx.platform.db.tenant(ctx.tenant.id), ctx.tenant.id, id, ctx.platform.clock.now())) ??
  fail('NOT_FOUND');

/**
 * Fingerprint of the person and contact a code was sent to: if one of them changes, the confirmation becomes
 * invalid.
 */
const markOf = ({ enrolment }: ContractParts, party: Party, to: string): string =>
  createHash('sha256')
    .update(`${party}:${party === 'guardian' ? enrolment.guardian?.cpf : ''}:${to}`)
    .digest('base64url');

/** Sends a code to the person who has to accept (spec 13.4). */
export async function askConfirmation(ctx: Ctx<'POST /candidate/subscriptions/{id}/acceptance-challenges'>) {
  const { platform, tenant, session, params } = ctx;
  await ownSubscription(ctx, params.id);
  const { party, channel } = ctx.body();
  const parts = await partsOf(ctx, params.id);
  const { state, enrolment } = parts;
  if (demandOf(parts, session).party !== party) fail('PARTY_NOT_ALLOWED');
  if (party === 'guardian' && !enrolment.guardian) fail('GUARDIAN_REQUIRED');
  const contacts = await contactsOf(platform.db.tenant(tenant.id), tenant.id, parts, party);
  const contact = contacts.find((one) => one.channel === channel);
  if (!contact) {
    invalid([{ field: 'channel', message: 'Este contato não está disponível. Escolha outro.' }]);
    return fail('VALIDATION');
  }
  if (parts.row.accepted) fail('ALREADY_ACCEPTED', { extra: { status: state.status } });
  if (state.status !== STATUS.Evaluated) fail('TRANSITION_NOT_ALLOWED', { extra: { status: state.status } });
  const candidate = shownName({ name: enrolment.name, socialName: enrolment.social_name });
  const sent = await createChallenge(ctx, {
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
  return reply(202, sent);
}

/** Uses up a code and issues the token that proves it to the acceptance, valid for 15 minutes. */
export async function answerConfirmation(
  ctx: Ctx<'POST /candidate/subscriptions/{id}/acceptance-challenges/{challengeId}/verify'>,
) {
  const { platform, tenant, session, params } = ctx;
  const { id } = await ownSubscription(ctx, params.id);
  const { code } = ctx.body();
  const verified = await verifyChallenge(ctx, params.challengeId, code, {
    purpose: PURPOSE,
    personId: session.personId,
    subscriptionId: id,
  });
  await platform.db.write(tenant.id, (tx) => verified.use(tx));
  const now = platform.clock.now();
  const expiresAt = new Date(now.getTime() + ACCEPTANCE_TOKEN_MINUTES * 60_000);
  const { party, mark } = verified.payload as { party: Party; mark: string };
  const acceptanceToken = await new SignJWT({
    ten: tenant.publicId,
    pty: party,
    mrk: mark,
    chn: verified.channel,
    msk: maskContact(verified.channel, verified.recipient),
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setSubject(String(id))
    .setJti(params.challengeId)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1000))
    .sign(new TextEncoder().encode(platform.config.secret));
  return reply(200, { acceptanceToken, expiresAt: isoInZone(expiresAt, tenant.timeZone) });
}

async function readConfirmation(
  ctx: Pick<TenantContext, 'platform' | 'tenant'>,
  on: Runner,
  parts: ContractParts,
  token: string,
): Promise<(Confirmation & { party: Party }) | undefined> {
  const { platform, tenant } = ctx;
  const found = await jwtVerify(token, new TextEncoder().encode(platform.config.secret), {
    algorithms: ['HS256'],
    audience: AUDIENCE,
    subject: String(parts.state.id),
    currentDate: platform.clock.now(),
  }).catch(() => undefined);
  const claims = found?.payload;
  if (!claims?.jti || claims.ten !== tenant.publicId) return undefined;
  const party = claims.pty as Party;
  const contacts = await contactsOf(on, tenant.id, parts, party);
  if (!contacts.some(({ to }) => markOf(parts, party, to) === claims.mrk)) return undefined;
  if (await isConfirmationUsed(on, tenant.id, claims.jti)) return undefined;
  return {
    party,
    challengeId: claims.jti,
    channel: claims.chn as AcceptanceChannel,
    masked: String(claims.msk),
  };
}

/**
 * The confirmation an acceptance needs, or null where it needs none. One code confirms one acceptance, of the
 * person and contact it was sent to; `CONFIRMATION_REQUIRED` otherwise.
 */
export async function confirmationOf(
  ctx: Pick<CandidateContext, 'platform' | 'tenant' | 'session'>,
  on: Runner,
  parts: ContractParts,
  token: string | null | undefined,
): Promise<Confirmation | null> {
  const demand = demandOf(parts, ctx.session);
  if (!demand.code) return null;
  const given = token ? await readConfirmation(ctx, on, parts, token) : undefined;
  if (given?.party !== demand.party) fail('CONFIRMATION_REQUIRED', { extra: { party: demand.party } });
  const { challengeId, channel, masked } = given;
  return { challengeId, channel, masked };
}
