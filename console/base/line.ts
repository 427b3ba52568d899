import { NetworkError } from '@orbita/client/errors.ts';

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
 * Sends until an answer came (spec 25.1.1): without a line it says so and repeats, so what is sent must carry the same key each
 * time. Rejects with what the server refused.
 */
export async function untilAnswered<T>(send: () => Promise<T>, onWaits: () => void): Promise<T> {
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
