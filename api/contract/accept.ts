import { randomUUID } from 'node:crypto';
import { missingContractFields } from '@orbita/domain/contract';
import { dayInZone, formatDate, isoInZone, shownName, TEXTS } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import { factsOf } from '../enrolment/index.ts';
import { notify, type Recipient } from '../messaging/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { storeSealed } from '../platform/files/storage.ts';
import type { House } from '../platform/house.ts';
import type { Ctx } from '../platform/http/context.ts';
import { AppError, fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import {
  isIntakeActive,
  lockSubscription,
  moveSubscription,
  ownSubscription,
} from '../subscription/index.ts';
import { type Confirmation, confirmationOf, isMinor } from './confirm.ts';
import { contractPdfAside } from './pdf-aside.ts';
import { type RenderedContract, renderContract, sha256 } from './render.ts';
import { insertAcceptance } from './store.ts';
import { type ContractParts, contractParts, contractPrices } from './terms.ts';

type Call = Ctx<'POST /candidate/subscriptions/{id}/contract'>;
type Prepared = { hash: string; pdf: { key: string; hash: string }; acceptedAt: Date };

/** Refuses in the order of spec 13.4 up to the missing data. */
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

/** The contract as it would be accepted now; 503 `CONTRACT_UNAVAILABLE` without a text that can be filled. */
export function renderOrRefuse(house: House, parts: ContractParts): RenderedContract {
  let rendered: RenderedContract | undefined;
  try {
    rendered = renderContract(parts);
  } catch (error) {
    house.log.error({ err: error, code: parts.row.template?.code }, 'contract text cannot be filled');
  }
  return rendered ?? fail('CONTRACT_UNAVAILABLE');
}

/** The text must be the one the server would show now (spec 13.1). */
function checkText(ctx: Call, parts: ContractParts): RenderedContract {
  const body = ctx.body();
  const rendered = renderOrRefuse(ctx.house, parts);
  if (body.Contract !== rendered.identifier || sha256(body.FormatedContract) !== rendered.hash) {
    fail('CONTRACT_CHANGED');
  }
  return rendered;
}

const partsOrNotFound = (parts: ContractParts | undefined): ContractParts => parts ?? fail('NOT_FOUND');

const guardianOf = (parts: ContractParts) =>
  isMinor(parts) && parts.enrolment.guardian ? parts.enrolment.guardian : null;

/** Makes the PDF of what is about to be accepted and stores it, so that no acceptance is ever without its file. */
async function prepareCopy(
  ctx: Call,
  parts: ContractParts,
  rendered: RenderedContract,
  confirmation: Confirmation | null,
): Promise<Prepared> {
  const { house, tenant, session } = ctx;
  const { state, enrolment, now } = parts;
  const guardian = guardianOf(parts);
  const content = await contractPdfAside({
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
    house.log.error({ err: error }, 'contract copy not made');
    fail('CONTRACT_UNAVAILABLE');
  });
  const hash = sha256(content);
  // The end of the key keeps the copies of two presses of the button apart.
  const key = `tenants/${tenant.id}/contracts/${state.id}/${hash.slice(7)}-${randomUUID().slice(0, 8)}.pdf`;
  await storeSealed(house, tenant.id, key, content).catch((error: Error) => {
    house.log.error({ err: error }, 'contract copy not stored');
    fail('CONTRACT_UNAVAILABLE');
  });
  return { hash: rendered.hash, pdf: { key, hash }, acceptedAt: now };
}

/** The same checks before the transaction, without the lock: undefined leaves the refusal to the transaction. */
async function tryPrepare(ctx: Call): Promise<Prepared | undefined> {
  const { house, tenant, params } = ctx;
  const on = house.db.tenant(tenant.id);
  const parts = partsOrNotFound(await contractParts(on, tenant.id, params.id, house.clock.now()));
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

async function sendCopies(tx: Tx, house: House, parts: ContractParts, prepared: Prepared): Promise<void> {
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
  await notify(tx, house, common);
  if (!guardian) return;
  const recipients: Recipient[] = [
    { channel: 'email', to: guardian.email, name: guardian.name, link: false },
  ];
  await notify(tx, house, { ...common, dedupe: `${common.dedupe}:guardian`, recipients });
}

/** Acceptance under the lock of the subscription: checks again, writes the evidence, moves on, sends the copies. */
async function accept(ctx: Call, tx: Tx, prepared: Prepared | undefined, used: () => void) {
  const { house, tenant, params, session } = ctx;
  const state = await lockSubscription(tx, params.id);
  const now = prepared?.acceptedAt ?? house.clock.now();
  const parts = partsOrNotFound(await contractParts(tx, tenant.id, params.id, now, state));
  checkReady(parts);
  const rendered = checkText(ctx, parts);
  const confirmation = await confirmationOf(ctx, tx, parts, ctx.body().acceptanceToken);
  // Everything was in order under the lock but not a moment before: the next try finds it so.
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
  const moved = await moveSubscription(tx, house, {
    subscriptionId: state.id,
    event: 'contract-accepted',
    actor: 'candidate',
  });
  await sendCopies(tx, house, parts, prepared);
  used();
  return reply(201, {
    acceptanceId,
    acceptedAt: isoInZone(prepared.acceptedAt, state.time_zone),
    status: moved.to,
  });
}

/**
 * POST contract (spec 13.4): of any number of presses one acceptance comes out. The copy is written before the
 * transaction and taken away again when the transaction did not need it.
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
    // After a failure nobody foresaw it is not known whether the acceptance stands: then its copy stays.
    used = !(error instanceof AppError);
    throw error;
  } finally {
    if (prepared && !used) await ctx.house.files.delete(prepared.pdf.key).catch(() => undefined);
  }
}
