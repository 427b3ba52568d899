import { isoInZone } from '@orbita/domain/foundation';
import { STATUS } from '@orbita/domain/subscription';
import { holdGuardianLink } from '../caller/guardian-link.ts';
import type { Runner } from '../platform/database/types.ts';
import type { Ctx, GuardianContext } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { accept, checkFields, renderOrRefuse } from './accept.ts';
import { candidateOf, proveCode, sendCode } from './confirm.ts';
import { presentDemand, type Signer } from './demand.ts';
import { isGuardianOf } from './guardian-link.ts';
import { plansOf } from './plans.ts';
import { presentAccepted, presentOpen } from './present.ts';
import { type ContractParts, contractParts } from './terms.ts';

/** The holder of a guardian link is not a candidate, so only the candidate's age determines what the acceptance requires. */
const NO_ACCESS_KEY = { accessKey: false };

/** Parts of the contract, provided that the guardian of the link is still the guardian of the application (401 otherwise). */
async function partsOf({ platform, tenant, link }: GuardianContext): Promise<ContractParts> {
  const parts = await contractParts(platform.db.tenant(tenant.id), link.subscriptionId, platform.clock.now());
  if (!parts || !isGuardianOf(parts, link)) fail('GUARDIAN_LINK_INVALID');
  return parts;
}

/** What is bought, by whom, and at what price. */
async function summaryOf(platform: Platform, on: Runner, parts: ContractParts) {
  const { state } = parts;
  return {
    candidate: candidateOf(parts),
    guardian: parts.enrolment.guardian?.name ?? '',
    institution: state.institution_name,
    course: {
      name: state.course_name,
      modality: state.course_modality,
      ingressMode: state.ingress_name,
      place: state.display_campus ? state.pole_description : null,
      classStart: state.intake_class_start,
      requiresClass: state.requires_class,
    },
    plans: await plansOf(platform, on, parts),
  };
}

/** GET guardian-acceptance: the contract with its summary. */
async function show(ctx: Ctx<'GET /candidate/guardian-acceptance'>) {
  const parts = await partsOf(ctx);
  const db = ctx.platform.db.tenant(ctx.tenant.id);
  const summary = await summaryOf(ctx.platform, db, parts);
  const { accepted } = parts.row;
  if (accepted) {
    const contract = presentAccepted(accepted, parts);
    return reply(200, { state: 'accepted' as const, ...summary, contract, acceptance: null });
  }
  const contract = presentOpen(await renderOrRefuse(ctx.platform, db, parts));
  if (parts.state.status !== STATUS.Evaluated || summary.plans.length === 0)
    return reply(200, { state: 'closed' as const, ...summary, contract, acceptance: null });
  const acceptance = await presentDemand(db, parts, NO_ACCESS_KEY);
  return reply(200, { state: 'open' as const, ...summary, contract, acceptance });
}

/** POST challenges: sends a code to one of the guardian's contacts. */
async function ask(ctx: Ctx<'POST /candidate/guardian-acceptance/challenges'>) {
  const parts = await partsOf(ctx);
  return reply(202, await sendCode(ctx, parts, { party: 'guardian', channel: ctx.body().channel }));
}

/** POST challenges/{challengeId}/verify. */
async function answer(ctx: Ctx<'POST /candidate/guardian-acceptance/challenges/{challengeId}/verify'>) {
  await partsOf(ctx);
  const { subscriptionId, personId } = ctx.link;
  const { challengeId } = ctx.params;
  return reply(200, await proveCode(ctx, { subscriptionId, personId, challengeId, ...ctx.body() }));
}

/** POST contract: the guardian's acceptance, with the same checks as the candidate's. */
async function post(ctx: Ctx<'POST /candidate/guardian-acceptance/contract'>) {
  const { link, tenant, platform } = ctx;
  await partsOf(ctx);
  checkFields(ctx);
  const signer: Signer = {
    ...NO_ACCESS_KEY,
    method: 'guardian-link',
    account: null,
    link: { masked: link.masked, sentAt: isoInZone(link.sentAt, tenant.timeZone) },
  };
  return ctx.once((tx) =>
    accept(ctx, tx, {
      subscriptionId: link.subscriptionId,
      signer,
      check: async (parts) => {
        const held = await holdGuardianLink(tx, { id: link.id, now: platform.clock.now() });
        if (!held || !isGuardianOf(parts, link)) fail('GUARDIAN_LINK_INVALID');
      },
    }),
  );
}

/** Calls of a guardian who accepts alone (spec 12.9). */
export const guardianRoutes: Route[] = [
  route('GET /candidate/guardian-acceptance', show),
  route('POST /candidate/guardian-acceptance/challenges', ask),
  route('POST /candidate/guardian-acceptance/challenges/{challengeId}/verify', answer),
  route('POST /candidate/guardian-acceptance/contract', post),
];
