/** Minimum pace at which a sender must send a body. */
export type BodyPace = {
  /** Maximum seconds of waiting that a body may have as credit. */
  silence: number;
  /** Bytes that earn one second of credit. */
  bytesPerSecond: number;
};

/**
 * Returns the seconds of waiting that a body has left. Received bytes earn credit up to `silence`, so that a fast start does not
 * permit a long stall later. A body with no credit left (0 or below) is aborted.
 */
export const creditAfter = (credit: number, waited: number, bytes: number, pace: BodyPace): number =>
  Math.min(pace.silence, credit - waited + bytes / pace.bytesPerSecond);
