/**
 * What this release does otherwise than the kept one, each with the reason why nobody of before is misled by it. Empty when a release is kept.
 */
export const KNOWN = {
  /** Lines of `differences`: notifications and stored JSON that nodes of before read rightly all the same. */
  told: {} as Readonly<Record<string, string>>,
  /** Lines of `descriptionOffences`: calls that pages and systems of before do without. */
  described: {} as Readonly<Record<string, string>>,
};
