import { randomUUID } from 'node:crypto';
import { missingContractFields } from '@orbita/domain/contract';
import { dayInZone, formatDate, isoInZone, shownName, TEXTS } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import { factsOf } from '../enrolment/facts.ts';
import { notify, type Recipient } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { storeSealed } from '../platform/files/storage.ts';
import type { Ctx } from '../platform/http/context.ts';
import { AppError, fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { isIntakeActive } from '../subscription/facts.ts';
import { lockSubscription, moveSubscription } from '../subscription/move.ts';
import { ownSubscription } from '../subscription/own.ts';
import { type Confirmation, confirmationOf, isMinor } from './confirm.ts';
import { contractPdfInThread } from './pdf-in-thread.ts';
import { type RenderedContract, renderContract, sha256 } from './render.ts';
import { insertAcceptance } from './store.ts';
import { type ContractParts, contractParts, contractPrices } from './terms.ts';

type Call = Ctx<'POST /candidate/subscriptions/{id}/contract'>;
type Prepared = { hash: string; pdf: { key: string; hash: string }; acceptedAt: Date };

/** Refuses in the order of spec 13.4, up to missing data. */
function checkReady({ state, enrolment, row, now }: ContractParts): void {
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
 * The contract as it would be accepted now; 503 `CONTRACT_UNAVAILABLE` when its text is missing or cannot be
 * filled.
 */
export function renderOrRefuse(platform: Platform, parts: ContractParts): RenderedContract {
  let rendered: RenderedContract | undefined;
  try {
    rendered = renderContract(parts);
  } catch (error) {
    platform.log.error({ err: error, code: parts.row.template?.code }, 'contract text cannot be filled');
  }
  return rendered ?? fail('CONTRACT_UNAVAILABLE');
}

/** Refuses unless the text sent is the one the server would show now (spec 13.1). */
function checkText(ctx: Call, parts: ContractParts): RenderedContract {
  const body = ctx.body();
  const rendered = renderOrRefuse(ctx.platform, parts);
  if (body.Contract !== rendered.identifier || sha256(body.FormatedContract) !== rendered.hash) {
    fail('CONTRACT_CHANGED');
  }
  return rendered;
}

const partsOrNotFound = (parts: ContractParts | undefined): ContractParts => parts ?? fail('NOT_FOUND');

const guardianOf = (parts: ContractParts) =>
  isMinor(parts) && parts.enrolment.guardian ? parts.enrolment.guardian : null;

/**
 * Makes the PDF of the contract and stores it before the acceptance, so that no acceptance is ever without
 * its file.
 */
async function prepareCopy(
  ctx: Call,
  parts: ContractParts,
  rendered: RenderedContract,
  confirmation: Confirmation | null,
): Promise<Prepared> {
  const { platform, tenant, session } = ctx;
  const { state, enrolment, now } = parts;
  const guardian = guardianOf(parts);
  const content = await contractPdfInThread({
    html: rendered.html,
    title: rendered.title,
    evidence: {
      identifier: rendered.identifier,
      hash: rendered.hash,
      acceptedAt: now,
      timeZone: state.time_zone,
      ip: ctx.ip,
      method: session.method,
      candidate: enrolment.name,
      guardian: guardian && { name: guardian.name, cpf: guardian.cpf },
      subscriptionId: state.id,
      confirmation,
    },
  }).catch((error: Error) => {
    platform.log.error({ err: error }, 'contract copy not made');
    fail('CONTRACT_UNAVAILABLE');
  });
  const hash = sha256(content);
  // The random end of the key keeps the copies of two simultaneous requests apart.
  const key = `tenants/${tenant.id}/contracts/${state.id}/${hash.slice(7)}-${randomUUID().slice(0, 8)}.pdf`;
  await storeSealed(platform, tenant.id, key, content).catch((error: Error) => {
    platform.log.error({ err: error }, 'contract copy not stored');
    fail('CONTRACT_UNAVAILABLE');
  });
  return { hash: rendered.hash, pdf: { key, hash }, acceptedAt: now };
}

/**
 * The same checks before the transaction, without the lock: undefined leaves the refusal to the transaction.
 */
async function tryPrepare(ctx: Call): Promise<Prepared | undefined> {
  const { platform, tenant, params } = ctx;
  const on = platform.db.tenant(tenant.id);
  const parts = partsOrNotFound(await contractParts(on, tenant.id, params.id, platform.clock.now()));
  let rendered: RenderedContract;
  let confirmation: Confirmation | null;
  try {
    checkReady(parts);
    rendered = checkText(ctx, parts);
    confirmation = await confirmationOf(ctx, on, parts, ctx.body().acceptanceToken);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
  return prepareCopy(ctx, parts, rendered, confirmation);
}

async function sendCopies(
  tx: Tx,
  platform: Platform,
  parts: ContractParts,
  prepared: Prepared,
): Promise<void> {
  const { state, enrolment } = parts;
  const guardian = guardianOf(parts);
  const common = {
    template: 'N-16' as const,
    personId: state.person_id,
    subscriptionId: state.id,
    dedupe: `${state.id}:${prepared.pdf.hash}`,
    data: {
      data: formatDate(prepared.acceptedAt, state.time_zone),
      nome_candidato: shownName({ name: enrolment.name, socialName: enrolment.social_name }),
    },
    attachments: [{ key: prepared.pdf.key, name: `contrato-${state.id}.pdf`, type: 'application/pdf' }],
  };
  await notify(tx, platform, common);
  if (!guardian) return;
  const recipients: Recipient[] = [
    { channel: 'email', to: guardian.email, name: guardian.name, link: false },
  ];
  await notify(tx, platform, {
    ...common,
    dedupe: `${common.dedupe}:guardian`,
    data: { ...common.data, variante: 'responsavel' },
    recipients,
  });
}

/**
 * Acceptance under the lock of the subscription: checks again, writes the evidence, moves the application,
 * sends the copies.
 */
async function accept(ctx: Call, tx: Tx, prepared: Prepared | undefined, used: () => void) {
  const { platform, tenant, params, session } = ctx;
  const state = await lockSubscription(tx, params.id);
  const now = prepared?.acceptedAt ?? platform.clock.now();
  const parts = partsOrNotFound(await contractParts(tx, tenant.id, params.id, now, state));
  checkReady(parts);
  const rendered = checkText(ctx, parts);
  const confirmation = await confirmationOf(ctx, tx, parts, ctx.body().acceptanceToken);
  // The checks failed before the transaction but pass under the lock, so no copy exists yet; the next try
  // succeeds.
  if (!prepared || prepared.hash !== rendered.hash) fail('UNAVAILABLE');
  const { FormatedContract: _, Contract: contract, acceptanceToken: __, ...declared } = ctx.body();
  const acceptanceId = await insertAcceptance(tx, {
    subscriptionId: state.id,
    templateId: rendered.templateId,
    contract,
    html: rendered.html,
    hash: rendered.hash,
    declared,
    observed: { ip: ctx.ip, userAgent: (ctx.header('user-agent') ?? '').slice(0, 500), confirmation },
    accountUuid: session.uuid,
    sessionId: session.sessionId,
    signInMethod: session.method,
    challengeId: confirmation?.challengeId ?? null,
    guardian: guardianOf(parts),
    pdf: prepared.pdf,
    acceptedAt: prepared.acceptedAt,
  });
  const moved = await moveSubscription(tx, platform, {
    subscriptionId: state.id,
    event: 'contract-accepted',
    actor: 'candidate',
  });
  await sendCopies(tx, platform, parts, prepared);
  used();
  return reply(201, {
    acceptanceId,
    acceptedAt: isoInZone(prepared.acceptedAt, state.time_zone),
    status: moved.to,
  });
}

/**
 * POST contract (spec 13.4): any number of requests creates one acceptance. The copy is stored before the
 * transaction and deleted again when the transaction did not use it.
 */
export async function acceptContract(ctx: Call) {
  await ownSubscription(ctx, ctx.params.id);
  const body = ctx.body();
  invalid(missingContractFields(body).map((field) => ({ field, message: TEXTS.required })));
  const prepared = await tryPrepare(ctx);
  let used = false;
  try {
    return await ctx.once((tx) => accept(ctx, tx, prepared, () => (used = true)));
  } catch (error) {
    // After an unexpected failure it is unknown whether the acceptance was committed, so its copy is kept.
    used = !(error instanceof AppError);
    throw error;
  } finally {
    if (prepared && !used) await ctx.platform.files.delete(prepared.pdf.key).catch(() => undefined);
  }
}
