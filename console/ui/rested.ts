import { useEffect, useState } from 'react';

/** Pause in typing before the server is queried. */
const REST_MS = 300;

/** A value once it has been stable for a moment: typing then queries the server once, not with every key. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(() => value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
