import { useEffect, useState } from 'react';
import { serverNow } from '../app/server-clock.ts';

/** The server's time in milliseconds, told again every `everyMs`. */
export function useServerNow(everyMs = 1000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = () => setNow(serverNow());
    const timer = setInterval(tick, everyMs);
    // Timers of hidden pages stand still; the first look must not show an old time.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs]);
  return now;
}
