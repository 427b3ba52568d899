import { useCallback, useEffect, useState } from 'react';

/** Seconds left of a span that starts when it is set, by this device's monotonic clock; 0 when it is over. */
export function useSeconds(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const tick = () => {
      setNow(performance.now());
      if (performance.now() >= until) clearInterval(timer);
    };
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [until]);
  const start = useCallback((seconds: number) => {
    setNow(performance.now());
    setUntil(performance.now() + seconds * 1000);
  }, []);
  return [Math.max(0, Math.ceil((until - now) / 1000)), start];
}
