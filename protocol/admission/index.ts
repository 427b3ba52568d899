import { defineCalls } from '../foundation/index.ts';

export const admissionCalls = defineCalls({});
