/** How slow a sender may be. */
export type BodyPace = {
  /** Seconds of waiting that a body has at most to its credit. */
  silence: number;
  /** Bytes that earn back one of them. */
  bytesPerSecond: number;
};

/**
 * Seconds of waiting a body has left (decision 0053): what comes earns some, never more than `silence`, so that what was
 * sent quickly is no right to stall later. Ends at 0 or below.
 */
export const creditAfter = (credit: number, waited: number, bytes: number, pace: BodyPace): number =>
  Math.min(pace.silence, credit - waited + bytes / pace.bytesPerSecond);
