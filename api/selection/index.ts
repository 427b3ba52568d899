import type { House } from '../platform/house.ts';
import type { Route } from '../platform/http/route.ts';
import type { Job } from '../platform/jobs.ts';
import { examScoreJob } from './exam-score/job.ts';
import { examScoreRoutes } from './exam-score/routes.ts';
import { testReminders } from './schedule/remind.ts';
import { scheduleRoutes } from './schedule/routes.ts';

export { bulletinSent, isBulletin } from './exam-score/bulletin.ts';
export { awaitsExamScore, concludeLookUp, examOf } from './exam-score/conclude.ts';
export { type ExamState, examStateColumn } from './exam-score/state.ts';
export { type LookUpRow, lockLookUp, lookUpById } from './exam-score/store.ts';
export { switchIngress } from './ingress-switch.ts';
export { personalData } from './personal-data.ts';
export { presentHour, testData } from './schedule/present.ts';
export { checkResults, type ResultLine, registerResults } from './schedule/results.ts';
export { releaseSlot, takeSlot } from './schedule/slots.ts';
export { slotById } from './schedule/store.ts';
export { withdrawSlot } from './schedule/withdraw.ts';
export { type Booking, bookingColumn, bookingFacts } from './state.ts';

export const routes = (house: House): Route[] => [...scheduleRoutes(house), ...examScoreRoutes(house)];
export const jobs: readonly Job[] = [testReminders, examScoreJob];
