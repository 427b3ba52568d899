import { routes as admission } from './admission/routes.ts';
import { teamRoutes as admissionTeam } from './admission/team/routes.ts';
import { routes as approval } from './approval/routes.ts';
import { teamRoutes as callerTeam } from './caller/team/routes.ts';
import { routes as catalogue } from './catalogue/routes.ts';
import { routes as commands } from './commands/routes.ts';
import { routes as contract } from './contract/routes.ts';
import { teamRoutes as contractTeam } from './contract/team/routes.ts';
import { routes as document } from './document/routes.ts';
import { teamRoutes as documentTeam } from './document/team/routes.ts';
import { routes as enrolment } from './enrolment/routes.ts';
import { teamRoutes as enrolmentTeam } from './enrolment/team/routes.ts';
import { routes as essay } from './essay/routes.ts';
import { teamRoutes as essayTeam } from './essay/team/routes.ts';
import { routes as lists } from './export/routes.ts';
import { accessKeyRoutes } from './identity/access-keys/routes.ts';
import { routes as identity } from './identity/routes.ts';
import { teamRoutes as identityTeam } from './identity/team/routes.ts';
import { routes as messaging } from './messaging/routes.ts';
import { teamRoutes as messagingTeam } from './messaging/team/routes.ts';
import { routes as offering } from './offering/routes.ts';
import { routes as payment } from './payment/routes.ts';
import { teamRoutes as paymentTeam } from './payment/team/routes.ts';
import { routes as person } from './person/routes.ts';
import { teamRoutes as personTeam } from './person/team/routes.ts';
import type { Route } from './platform/http/route.ts';
import type { Platform } from './platform/platform.ts';
import { routes as privacy } from './privacy/routes.ts';
import { routes as report } from './report/routes.ts';
import { examScoreRoutes } from './selection/exam-score/routes.ts';
import { scheduleRoutes } from './selection/schedule/routes.ts';
import { teamRoutes as selectionTeam } from './selection/team/routes.ts';
import { routes as simulator } from './simulator/routes.ts';
import { routes as staff } from './staff/routes.ts';
import { routes as subscription } from './subscription/routes.ts';
import { teamRoutes as subscriptionTeam } from './subscription/team/routes.ts';
import { routes as tenancy } from './tenancy/routes.ts';
import { teamRoutes as tenancyTeam } from './tenancy/team/routes.ts';
import { routes as work } from './work/routes.ts';

/** Routes of all calls of the protocol, by module. The test controls don't exist in a production start (spec 17.7). */
export const allRoutes = (platform: Platform): Route[] =>
  [
    tenancy,
    identity,
    accessKeyRoutes,
    person,
    offering,
    subscription,
    work,
    commands,
    scheduleRoutes,
    examScoreRoutes,
    essay,
    admission,
    enrolment,
    contract,
    payment,
    document,
    messaging,
    tenancyTeam,
    callerTeam,
    catalogue,
    subscriptionTeam,
    personTeam,
    identityTeam,
    selectionTeam,
    essayTeam,
    admissionTeam,
    enrolmentTeam,
    paymentTeam,
    contractTeam,
    documentTeam,
    messagingTeam,
    approval,
    ...(platform.config.development ? [simulator] : []),
    lists,
    report,
    staff,
    privacy,
  ].flatMap((routes) => routes(platform));
