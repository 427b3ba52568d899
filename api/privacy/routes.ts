import { ok, type Route, route } from '../platform/http/route.ts';
import { withKey } from '../platform/http/with-key.ts';
import type { Platform } from '../platform/platform.ts';
import { askPrivacyRequest, listOwnRequests } from './ask.ts';
import { decidePrivacyRequest } from './decide.ts';
import { findKept, showKept } from './kept.ts';
import { listRequests, showRequest } from './list.ts';
import { openCopy } from './open-copy.ts';
import { askReview, showReview } from './review/ask.ts';
import { reviewDecision } from './review/decide.ts';

/** Routes of privacy: rights of people over their data, across all modules (LGPD art. 18, spec 6.2 S-38 and 18). */
export const routes = (platform: Platform): Route[] => [
  route('GET /candidate/users/{uuid}/privacy-requests', listOwnRequests),
  route('POST /candidate/users/{uuid}/privacy-requests', askPrivacyRequest),
  route('POST /candidate/users/{uuid}/privacy-requests/{id}/file', openCopy),
  ok('GET /operations/privacy-requests', ({ tenant, service, query }) =>
    listRequests(platform, tenant, service, query),
  ),
  ok('GET /operations/privacy-requests/{id}', ({ tenant, service, params }) =>
    showRequest(platform, tenant, service, params.id),
  ),
  route('POST /operations/privacy-requests/{id}/decision', (ctx) =>
    withKey(ctx, (write) => decidePrivacyRequest(ctx, write)),
  ),
  route('GET /candidate/subscriptions/{id}/decision-review', showReview),
  route('POST /candidate/subscriptions/{id}/decision-review', askReview),
  route('POST /operations/privacy-requests/{id}/review', (ctx) =>
    withKey(ctx, (write) => reviewDecision(ctx, write)),
  ),
  ok('POST /operations/kept-records/search', (ctx) => findKept(ctx, ctx.body())),
  ok('GET /operations/kept-records/{personId}', (ctx) => showKept(ctx)),
];
