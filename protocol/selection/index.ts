import { defineCalls } from '../foundation/index.ts';

export const selectionCalls = defineCalls({});
