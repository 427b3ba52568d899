import { serverNow } from '@orbita/client/server-clock.ts';
import { useEffect, useState } from 'react';

/** The server's time in milliseconds, updated every `everyMs`. */
export function useServerNow(everyMs = 1000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = () => setNow(serverNow());
    const timer = setInterval(tick, everyMs);
    // Timers are paused on hidden pages, so the time is updated when the page becomes visible.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs]);
  return now;
}
