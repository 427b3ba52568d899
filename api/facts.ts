import { enrolmentFact } from './enrolment/move-facts.ts';
import { blockedFact, type FactReader } from './subscription/facts.ts';

/** Readers of the facts that a move needs in addition to the subscription's state. */
export const allFactReaders: readonly FactReader[] = [blockedFact, enrolmentFact];
