import { serverNow } from '@orbita/client/server-clock.ts';
import { useEffect, useState } from 'react';
import { remainingOf } from './remaining.ts';

/** Milliseconds left of a code, updated every second; undefined while the server's time is not known. */
export function useRemaining(createdAt: string, expiresAt: string): number | undefined {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return remainingOf(serverNow(), createdAt, expiresAt);
}
