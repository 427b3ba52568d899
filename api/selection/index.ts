import type { House } from '../platform/house.ts';
import type { Route } from '../platform/http/route.ts';
import type { Job } from '../platform/jobs.ts';
import { testReminders } from './schedule/remind.ts';
import { scheduleRoutes } from './schedule/routes.ts';

export { personalData } from './personal-data.ts';
export { presentHour, testData } from './schedule/present.ts';
export { checkResults, type ResultLine, registerResults } from './schedule/results.ts';
export { releaseSlot, takeSlot } from './schedule/slots.ts';
export { slotById } from './schedule/store.ts';
export { withdrawSlot } from './schedule/withdraw.ts';
export { type Booking, bookingColumn, bookingFacts } from './state.ts';

export const routes = (house: House): Route[] => [...scheduleRoutes(house)];
export const jobs: readonly Job[] = [testReminders];
