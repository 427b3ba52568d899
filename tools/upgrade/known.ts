/**
 * What this release does differently from the kept one, each with the reason why it does not mislead the former release.
 * Emptied when a release is kept.
 */
export const KNOWN = {
  /** Lines of `differences`: notifications and stored JSON that former nodes still read correctly. */
  told: {} as Readonly<Record<string, string>>,
  /** Lines of `descriptionOffences`: calls that former pages and systems do without. */
  described: {} as Readonly<Record<string, string>>,
};
