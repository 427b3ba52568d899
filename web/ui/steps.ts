import type { ReactNode } from 'react';

export type StepState = 'done' | 'current' | 'todo' | 'blocked';

/** One station of the esteira as the two step components draw it. */
export type Step = {
  key: string;
  label: string;
  state: StepState;
  /** One line under the label: what happened, or why it is blocked. */
  note?: ReactNode;
  /** Where the step is read again. */
  href?: string | undefined;
  /** The page one is on shows this step. */
  shown?: boolean;
};
