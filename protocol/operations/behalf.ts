import { maybe, typed } from '../foundation/index.ts';

/** Why the institution acts in the candidate's place; people of the team must say it (spec 25.6.2). */
export const behalfReason = maybe(typed(2000));
