import type { CandidateContext, Ctx } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { ownState } from '../subscription/read.ts';
import { acceptContract, renderOrRefuse } from './accept.ts';
import { answerConfirmation, askConfirmation } from './confirm.ts';
import { presentDemand } from './demand.ts';
import { guardianRoutes } from './guardian-acceptance.ts';
import { lastGuardianLink, sendGuardianLink } from './guardian-link.ts';
import { plansOf } from './plans.ts';
import { presentAccepted, presentOpen } from './present.ts';
import { contractParts, contractPrices } from './terms.ts';
import { verifyContract } from './verify.ts';

/** Whether a price list exists, which enables the contract [seed]. */
async function courseValue(ctx: Ctx<'GET /candidate/courses/value/{id}'>) {
  const parts = await ownParts(ctx);
  const listId = parts.row.price_list_id;
  if (listId === null || contractPrices(parts).length === 0) {
    return reply(404, { Message: 'Tabela de preços não cadastrada.' });
  }
  return reply(200, { Message: 'Ok', Data: { priceListId: listId } });
}

async function ownParts(
  ctx: Pick<CandidateContext, 'platform' | 'tenant' | 'session' | 'header'> & { params: { id: number } },
) {
  const { platform, tenant } = ctx;
  const own = await ownState(ctx, ctx.params.id);
  const on = platform.db.tenant(tenant.id);
  const parts = await contractParts(on, own.id, platform.clock.now(), own);
  return parts ?? fail('NOT_FOUND');
}

/** The contract as it would be accepted now, or as it was accepted (spec 13.4). */
async function showContract(ctx: Ctx<'GET /candidate/subscriptions/{id}/get-subscription-contract'>) {
  const parts = await ownParts(ctx);
  if (parts.row.accepted)
    return reply(200, {
      contract: presentAccepted(parts.row.accepted, parts),
      acceptance: null,
      guardianLink: null,
      plans: [],
    });
  const db = ctx.platform.db.tenant(ctx.tenant.id);
  const accessKey = ctx.session.scope !== 'candidate';
  return reply(200, {
    contract: presentOpen(await renderOrRefuse(ctx.platform, db, parts)),
    acceptance: await presentDemand(db, parts, { accessKey }),
    guardianLink: await lastGuardianLink(db, parts),
    plans: await plansOf(ctx.platform, db, parts),
  });
}

/** Routes of the contract (spec 13.4). */
export const routes = (_platform: Platform): Route[] => [
  route('GET /candidate/courses/value/{id}', courseValue),
  route('GET /candidate/subscriptions/{id}/get-subscription-contract', showContract),
  route('GET /candidate/contract-verifications/{code}', verifyContract),
  route('POST /candidate/subscriptions/{id}/acceptance-challenges', askConfirmation),
  route('POST /candidate/subscriptions/{id}/acceptance-challenges/{challengeId}/verify', answerConfirmation),
  route('POST /candidate/subscriptions/{id}/contract', acceptContract),
  route('POST /candidate/subscriptions/{id}/guardian-links', sendGuardianLink),
  ...guardianRoutes,
];
