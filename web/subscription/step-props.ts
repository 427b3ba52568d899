import type { Step, Subscription } from './queries.ts';

/** Props of every page inside an application. */
export type StepProps = {
  subscription: Subscription;
  steps: readonly Step[];
  /** Refetches everything, after an action that may have changed the status. */
  reload: () => Promise<void>;
};
