import { routes as admission } from './admission/routes.ts';
import { routes as commands } from './commands/routes.ts';
import { routes as contract } from './contract/routes.ts';
import { routes as document } from './document/routes.ts';
import { routes as enrolment } from './enrolment/routes.ts';
import { routes as essay } from './essay/routes.ts';
import { routes as lists } from './export/routes.ts';
import { accessKeyRoutes } from './identity/access-keys/routes.ts';
import { routes as identity } from './identity/routes.ts';
import { routes as messaging } from './messaging/routes.ts';
import { routes as offering } from './offering/routes.ts';
import { routes as operations } from './operations/routes.ts';
import { routes as payment } from './payment/routes.ts';
import { routes as person } from './person/routes.ts';
import type { Route } from './platform/http/route.ts';
import type { Platform } from './platform/platform.ts';
import { routes as privacy } from './privacy/routes.ts';
import { examScoreRoutes } from './selection/exam-score/routes.ts';
import { scheduleRoutes } from './selection/schedule/routes.ts';
import { routes as staff } from './staff/routes.ts';
import { routes as subscription } from './subscription/routes.ts';
import { routes as tenancy } from './tenancy/routes.ts';
import { routes as work } from './work/routes.ts';

/** Routes of all calls of the protocol, by module. */
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
    operations,
    lists,
    staff,
    privacy,
  ].flatMap((routes) => routes(platform));
