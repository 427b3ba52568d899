import type { ReactNode } from 'react';

type StepState = 'done' | 'current' | 'todo' | 'blocked';

/** One step of the list of steps, as the two step components show it. */
export type Step = {
  key: string;
  label: string;
  state: StepState;
  /** One line under the label: what happened, or why it is blocked. */
  note?: ReactNode;
  /** Address of the step's read-only page. */
  href?: string | undefined;
  /** True when the current page shows this step. */
  shown?: boolean;
};
