import * as admission from './admission/index.ts';
import * as contract from './contract/index.ts';
import * as document from './document/index.ts';
import * as enrolment from './enrolment/index.ts';
import * as essay from './essay/index.ts';
import * as identity from './identity/index.ts';
import * as messaging from './messaging/index.ts';
import * as offering from './offering/index.ts';
import * as operations from './operations/index.ts';
import * as payment from './payment/index.ts';
import * as person from './person/index.ts';
import type { House } from './platform/house.ts';
import { idempotencyCleanUp } from './platform/http/idempotency.ts';
import type { Route } from './platform/http/route.ts';
import type { Job } from './platform/jobs.ts';
import * as privacy from './privacy/index.ts';
import * as selection from './selection/index.ts';
import * as subscription from './subscription/index.ts';
import * as tenancy from './tenancy/index.ts';

/** Every room of the house: what it answers and what it does by itself. */
const rooms = [
  tenancy,
  identity,
  person,
  offering,
  subscription,
  selection,
  essay,
  admission,
  enrolment,
  contract,
  payment,
  document,
  messaging,
  operations,
  privacy,
];

export const allRoutes = (house: House): Route[] => rooms.flatMap((room) => room.routes(house));
export const allJobs: readonly Job[] = [...rooms.flatMap((room) => room.jobs), idempotencyCleanUp];
