import { randomBytes } from 'node:crypto';
import { missingContractFields, VERIFICATION_LENGTH, verificationCode } from '@orbita/domain/contract';
import { dayInZone, isoInZone, TEXTS } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import { factsOf } from '../enrolment/facts.ts';
import { tellInstitution } from '../messaging/webhooks/tell.ts';
import type { Runner, Tx } from '../platform/database/types.ts';
import type { Ctx } from '../platform/http/context.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { isIntakeActive } from '../subscription/facts.ts';
import { lockSubscription, moveSubscription } from '../subscription/move.ts';
import { ownSubscription } from '../subscription/own.ts';
import { confirmationOf } from './confirm.ts';
import { isMinor, type Signer } from './demand.ts';
import { type RenderedContract, renderContract, sha256 } from './render.ts';
import { insertAcceptance } from './store.ts';
import { type ContractParts, contractParts, contractPrices } from './terms.ts';

/** The parts of a request that an acceptance uses, whoever sent it. */
type Posted = Pick<
  Ctx<'POST /candidate/subscriptions/{id}/contract'>,
  'platform' | 'tenant' | 'ip' | 'header' | 'body'
>;

/** Refuses in the order of spec 13.4, up to and including missing data. */
export function checkReady({ state, enrolment, row, now }: ContractParts): void {
  const today = dayInZone(now, state.time_zone);
  if (row.accepted) fail('ALREADY_ACCEPTED', { extra: { id: row.accepted.id, status: state.status } });
  if (state.status !== STATUS.Evaluated) fail('TRANSITION_NOT_ALLOWED', { extra: { status: state.status } });
  if (!isIntakeActive(state, today)) fail('INTAKE_INACTIVE', { extra: { status: state.status } });
  if (!state.offer_open) fail('OFFER_INACTIVE', { extra: { status: state.status } });
  if (contractPrices({ state, row }).length === 0) fail('PRICE_NOT_REGISTERED');
  const { missing, guardianMissing } = factsOf(enrolment, now);
  if (missing.length > 0) fail('DATA_INCOMPLETE', { extra: { missing } });
  if (guardianMissing) fail('GUARDIAN_REQUIRED');
}

/**
 * Renders the contract as it would be accepted now; 503 `CONTRACT_UNAVAILABLE` when its text is missing or cannot be filled in.
 */
export async function renderOrRefuse(
  platform: Platform,
  on: Runner,
  parts: ContractParts,
): Promise<RenderedContract> {
  let rendered: RenderedContract | undefined;
  try {
    rendered = await renderContract(on, parts);
  } catch (error) {
    platform.log.error({ err: error, code: parts.row.template?.code }, 'contract text cannot be filled');
  }
  return rendered ?? fail('CONTRACT_UNAVAILABLE');
}

/**
 * Renders the contract and refuses (`CONTRACT_CHANGED`) unless the submitted text is the one the server would show now (spec
 * 13.1).
 */
async function checkText(ctx: Posted, tx: Tx, parts: ContractParts): Promise<RenderedContract> {
  const body = ctx.body();
  const rendered = await renderOrRefuse(ctx.platform, tx, parts);
  if (body.Contract !== rendered.identifier || sha256(body.FormatedContract) !== rendered.hash) {
    fail('CONTRACT_CHANGED');
  }
  return rendered;
}

const partsOrNotFound = (parts: ContractParts | undefined): ContractParts => parts ?? fail('NOT_FOUND');

const guardianOf = (parts: ContractParts) =>
  isMinor(parts) && parts.enrolment.guardian ? parts.enrolment.guardian : null;

/** Refuses (422) a body without the fields of the contract post. */
export const checkFields = (ctx: Pick<Posted, 'body'>): void =>
  invalid(missingContractFields(ctx.body()).map((field) => ({ field, message: TEXTS.required })));

/**
 * Accepts under the lock of the subscription: checks, writes the evidence, moves the application. The PDF and the messages with
 * it follow in the job `contract-copy`, so that nobody waits for them.
 * @param check refuses, under that lock, a signer who may no longer accept.
 */
export async function accept(
  ctx: Posted,
  tx: Tx,
  {
    subscriptionId,
    signer,
    check,
  }: { subscriptionId: number; signer: Signer; check?: (parts: ContractParts) => Promise<void> },
) {
  const { platform } = ctx;
  const state = await lockSubscription(tx, subscriptionId);
  const now = platform.clock.now();
  const parts = partsOrNotFound(await contractParts(tx, subscriptionId, now, state));
  await check?.(parts);
  checkReady(parts);
  const rendered = await checkText(ctx, tx, parts);
  const { FormatedContract: _, Contract: contract, acceptanceToken: token, ...declared } = ctx.body();
  const confirmation = await confirmationOf(ctx, tx, parts, { signer, token });
  const { id: acceptanceId, ...accepted } = await insertAcceptance(tx, {
    subscriptionId: state.id,
    templateId: rendered.templateId,
    contract,
    html: rendered.html,
    hash: rendered.hash,
    declared,
    observed: {
      ip: ctx.ip,
      userAgent: (ctx.header('user-agent') ?? '').slice(0, 500),
      confirmation,
      ...(signer.link ? { link: signer.link } : {}),
    },
    account: signer.account,
    signInMethod: signer.method,
    challengeId: confirmation?.challengeId ?? null,
    guardian: guardianOf(parts),
    verificationCode: verificationCode(randomBytes(VERIFICATION_LENGTH)),
    acceptedAt: now,
    copyDueAt: new Date(platform.clock.wall()),
  });
  const acceptedAt = isoInZone(now, state.time_zone);
  await tellInstitution(tx, platform, state.id, 'contract.accepted', {
    acceptanceId,
    contract,
    hash: rendered.hash,
    acceptedAt,
  });
  const moved = await moveSubscription(tx, platform, {
    subscriptionId: state.id,
    event: 'contract-accepted',
    actor: 'candidate',
    locked: { ...state, ...accepted },
  });
  return reply(201, { acceptanceId, acceptedAt, status: moved.to });
}

/** POST contract (spec 13.4): any number of requests creates a single acceptance. */
export async function acceptContract(ctx: Ctx<'POST /candidate/subscriptions/{id}/contract'>) {
  const { session } = ctx;
  const { id: subscriptionId } = await ownSubscription(ctx, ctx.params.id);
  checkFields(ctx);
  const { uuid, sessionId, method } = session;
  const accessKey = session.scope !== 'candidate';
  const signer = { accessKey, method, account: { uuid, sessionId }, link: null };
  return ctx.once((tx) => accept(ctx, tx, { subscriptionId, signer }));
}
