import { enrolmentFact } from './enrolment/move-facts.ts';
import { blockedFact, type FactReader } from './subscription/facts.ts';

/** Readers of the facts that a move needs besides the state of the subscription. */
export const allFactReaders: readonly FactReader[] = [blockedFact, enrolmentFact];
