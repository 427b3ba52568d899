import { deciderName, operatorOf } from '../../caller/operator.ts';
import type { Service } from '../../platform/http/context.ts';
import { ok, type Route, route } from '../../platform/http/route.ts';
import { writeOnce } from '../../platform/http/with-key.ts';
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
  ok('GET /operations/questionnaires', (ctx) => listQuestionnaires(ctx, ctx.query)),
  ok('GET /operations/questionnaires/{id}', (ctx) => showQuestionnaire(ctx, ctx.params.id)),
  route('POST /operations/questionnaires/{id}/decision', (ctx) =>
    writeOnce(ctx, 200, (tx) =>
      decideQuestionnaire(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body()),
    ),
  ),
  ok('GET /operations/subscriptions/{id}/admission', (ctx) => admissionInBrief(ctx, ctx.params.id)),
  ok('GET /operations/interviews', (ctx) => listInterviews(ctx, ctx.query)),
  ok('GET /operations/interviews/{id}', (ctx) => showInterview(ctx, ctx.params.id)),
  ok('GET /operations/interviewers', (ctx) => listInterviewers(ctx, ctx.query.institution)),
  route('POST /operations/interviews/{id}/cancellation', (ctx) =>
    writeOnce(ctx, 200, (tx) =>
      cancelAppointment(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body()),
    ),
  ),
  route('PUT /operations/interviews/{id}/appointment', (ctx) =>
    writeOnce(ctx, 200, (tx) =>
      appointInterview(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body()),
    ),
  ),
  route('POST /operations/interviews/{id}/outcome', (ctx) =>
    writeOnce(ctx, 200, (tx) =>
      recordOutcome(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body()),
    ),
  ),
  route('POST /operations/interviews/{id}/decision', (ctx) =>
    writeOnce(ctx, 200, (tx) =>
      decideInterview(tx, platform, judgeOf(ctx.service), ctx.params.id, () => ctx.body()),
    ),
  ),
];
