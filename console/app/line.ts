const AGAIN_MS = 3000;

/** Until the line may be back: the browser says so, or a few seconds went by. */
export const lineBack = (): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, AGAIN_MS);
    addEventListener('online', go);
  });
