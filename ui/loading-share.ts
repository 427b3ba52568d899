/** Constants of spec 4.4, in milliseconds and percent. */
export const loadingBar = {
  throttle: 200,
  duration: 5000,
  hideAfter: 500,
  shareFew: 45,
  shareMany: 30,
  cap: 95,
};

/** Percent shown once `ended` of `calls` first calls of a page have answered (spec 4.4). */
export function loadingShare(calls: number, ended: number): number {
  if (calls > 0 && ended >= calls) return 100;
  const share = calls <= 2 ? loadingBar.shareFew : loadingBar.shareMany;
  return Math.min(loadingBar.cap, ended * share);
}
