import { deciderName, operatorOf } from '../../caller/operator.ts';
import type { Service } from '../../platform/http/context.ts';
import { type Route, reply, route } from '../../platform/http/route.ts';
import { withKey } from '../../platform/http/with-key.ts';
import type { Platform } from '../../platform/platform.ts';
import { appointInterview, cancelAppointment, decideInterview, recordOutcome } from '../decide-interview.ts';
import { decideQuestionnaire, type Judge } from '../decide-questionnaire.ts';
import { listInterviewers, listInterviews, showInterview } from './interviews.ts';
import { admissionInBrief } from './of-application.ts';
import { listQuestionnaires, showQuestionnaire } from './questionnaires.ts';

const judgeOf = (service: Service): Judge => ({
  institutions: service.institutions,
  name: operatorOf(service),
  shown: deciderName(service),
  decider: service,
});

/** Routes for questionnaires and interviews (spec 17.2). */
export const teamRoutes = (platform: Platform): Route[] => [
  route('GET /operations/questionnaires', async (ctx) =>
    reply(200, await listQuestionnaires(ctx, ctx.query)),
  ),
  route('GET /operations/questionnaires/{id}', async (ctx) =>
    reply(200, await showQuestionnaire(ctx, ctx.params.id)),
  ),
  route('POST /operations/questionnaires/{id}/decision', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(
          200,
          await decideQuestionnaire(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body()),
        ),
      ),
    ),
  ),
  route('GET /operations/subscriptions/{id}/admission', async (ctx) =>
    reply(200, await admissionInBrief(ctx, ctx.params.id)),
  ),
  route('GET /operations/interviews', async (ctx) => reply(200, await listInterviews(ctx, ctx.query))),
  route('GET /operations/interviews/{id}', async (ctx) =>
    reply(200, await showInterview(ctx, ctx.params.id)),
  ),
  route('GET /operations/interviewers', async (ctx) =>
    reply(200, await listInterviewers(ctx, ctx.query.institution)),
  ),
  route('POST /operations/interviews/{id}/cancellation', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(
          200,
          await cancelAppointment(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body()),
        ),
      ),
    ),
  ),
  route('PUT /operations/interviews/{id}/appointment', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(
          200,
          await appointInterview(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body()),
        ),
      ),
    ),
  ),
  route('POST /operations/interviews/{id}/outcome', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(200, await recordOutcome(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body())),
      ),
    ),
  ),
  route('POST /operations/interviews/{id}/decision', (ctx) =>
    withKey(ctx, (write) =>
      write(async (tx) =>
        reply(
          200,
          await decideInterview(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body()),
        ),
      ),
    ),
  ),
];
