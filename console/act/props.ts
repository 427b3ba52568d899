import type { acts } from '../texts/subscription-acts.ts';
import type { Outcome } from './outcome.tsx';
import type { Application } from './status.tsx';

/** What the dialog of an act is given. */
export type ActProps = {
  application: Application;
  onClose: () => void;
  /** The server has done it. */
  onDone: () => Promise<void>;
  /** The server has done it, or keeps it for a second person: what to say instead of the words of the act. */
  onOutcome: (outcome: Outcome) => Promise<void>;
};

/** Acts with a dialog; the server lists more, which are done on screens of their own. */
export type Act = keyof typeof acts;
