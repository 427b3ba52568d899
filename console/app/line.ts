import { NetworkError } from './api.ts';

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

/**
 * Sends something until an answer comes, a refusal among them: without a line it waits for it and sends again. What is sent must
 * carry one key, so that nothing is done twice.
 */
export async function untilSent<T>(send: () => Promise<T>, onWaits: () => void): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      onWaits();
      await lineBack();
    }
  }
}
