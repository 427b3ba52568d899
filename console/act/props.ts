import type { acts } from '../texts/subscription-acts.ts';
import type { Outcome } from './outcome.tsx';
import type { Application } from './status.tsx';

/** Props of the dialog of an act. */
export type ActProps = {
  application: Application;
  onClose: () => void;
  /** Called when the server has done it. */
  onDone: () => Promise<void>;
  /** Called when the server has done it, or awaits a second person: with the text to show instead of the act's own. */
  onOutcome: (outcome: Outcome) => Promise<void>;
};

/** Acts with a dialog; the server lists more, which are done on screens of their own. */
export type Act = keyof typeof acts;
