import { scheduleCalls } from './schedule.ts';

export { bookedTest, testPlace, testSlot } from './schedule.ts';

export const selectionCalls = { ...scheduleCalls };
