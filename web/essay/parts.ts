import type { Step, Subscription } from '../subscription/queries.ts';
import type { Essay, EssayOverview } from './queries.ts';

/** What each page of the essay step is given. */
export type EssayParts = {
  subscription: Subscription;
  steps: readonly Step[];
  overview: EssayOverview;
};

export type StartedParts = EssayParts & { essay: Essay };
