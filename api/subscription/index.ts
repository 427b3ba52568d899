import type { Route } from '../platform/http/route.ts';
import type { House } from '../platform/house.ts';
import type { Job } from '../platform/jobs.ts';

export { isIntakeActive, settingsReader, type SubscriptionState, stateOf } from './facts.ts';
export { lockSubscription, type MoveCommand, type Moved, type MoveMade, moveSubscription } from './move.ts';
export { checkInstitution, checkScope, ownSubscription } from './own.ts';
export { type SubscriptionRow, selectSubscriptions, subscriptionById } from './row.ts';

export const routes = (_house: House): Route[] => [];
export const jobs: readonly Job[] = [];
