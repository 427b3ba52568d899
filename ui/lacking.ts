/** Whether this browser lacks a method that `polyfills.ts` defines, tested by the newest of each kind. */
const lacks = (): boolean =>
  !(
    'toSpliced' in Array.prototype &&
    'at' in String.prototype &&
    'hasOwn' in Object &&
    'timeout' in AbortSignal
  );

/** Runs the page once every method it calls exists; at once in browsers that have them all. */
export function whenComplete(run: () => void): void {
  if (!lacks()) run();
  // Without the polyfills the page may still get far enough to say what is wrong.
  else void import('./polyfills.ts').then(run, run);
}
