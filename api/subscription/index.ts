import type { Job } from '../platform/jobs.ts';

export { allowedNow } from './allowed.ts';
export { changeSubscription, markChanged } from './change.ts';
export { createSubscription, type NewSubscription } from './create.ts';
export { extendForLateDecision, restartTimeToPay } from './effects.ts';
export {
  attemptsLeftOf,
  isIntakeActive,
  type SubscriptionState,
  selectStates,
  settingsJson,
  settingsReader,
  settingsValues,
  stageOf,
  stateOf,
} from './facts.ts';
export {
  holdApplicant,
  lockSubscription,
  type MoveCommand,
  type Moved,
  type MoveMade,
  moveSubscription,
} from './move.ts';
export { type Caller, checkInstitution, checkScope, ownSubscription } from './own.ts';
export { presentCard, presentSubscription } from './present.ts';
export { compactStatus, historyOf, ownState } from './read.ts';
export { routes } from './routes.ts';
export { countsAsActive, type SubscriptionRow, selectSubscriptions, subscriptionById } from './row.ts';

export { setStudentNumber } from './student-number.ts';

export const jobs: readonly Job[] = [];
export { personalData } from './personal-data.ts';
