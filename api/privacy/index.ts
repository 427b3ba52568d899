import type { House } from '../platform/house.ts';
import { type Route, reply, route } from '../platform/http/route.ts';
import { withKey } from '../platform/http/with-key.ts';
import type { Job } from '../platform/jobs.ts';
import { anonymiseJob } from './anonymise-job.ts';
import { askPrivacyRequest, listOwnRequests } from './ask.ts';
import { deadlineJob } from './deadline-job.ts';
import { decidePrivacyRequest } from './decide.ts';
import { exportJob } from './export-job.ts';
import { listRequests, showKept } from './list.ts';
import { openCopy } from './open-copy.ts';
import { retentionJob } from './retention-job.ts';
import { sweepJob } from './sweep-job.ts';

/** Rights of people over their data, across all rooms (LGPD art. 18, spec 6.2 S-38 and 18). */
export const routes = (house: House): Route[] => [
  route('GET /candidate/users/{uuid}/privacy-requests', listOwnRequests),
  route('POST /candidate/users/{uuid}/privacy-requests', askPrivacyRequest),
  route('POST /candidate/users/{uuid}/privacy-requests/{id}/file', openCopy),
  route('GET /operations/privacy-requests', async ({ tenant, service, query }) =>
    reply(200, await listRequests(house, tenant, service, query)),
  ),
  route('POST /operations/privacy-requests/{id}/decision', (ctx) =>
    withKey(ctx, (write) => decidePrivacyRequest(ctx, write)),
  ),
  route('GET /operations/kept-records/{personId}', async ({ tenant, service, params }) =>
    reply(200, await showKept(house, tenant, service, params.personId)),
  ),
];

export const jobs: readonly Job[] = [exportJob, deadlineJob, anonymiseJob, retentionJob, sweepJob];
