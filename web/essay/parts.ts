import type { Step, Subscription } from '../subscription/queries.ts';
import type { Essay, EssayOverview } from './queries.ts';

/** Props of each page of the essay step. */
export type EssayParts = {
  subscription: Subscription;
  steps: readonly Step[];
  overview: EssayOverview;
};

export type StartedParts = EssayParts & { essay: Essay };
