import { NetworkError } from '@orbita/client/errors.ts';

const AGAIN_MS = 3000;

/** Resolves when the connection may be back: the browser says so, or a few seconds have passed. */
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
 * Sends until an answer arrives (spec 25.1.1): while offline it calls `onWaits` and repeats, so every attempt must carry the
 * same key. Rejects with the server's refusal.
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
