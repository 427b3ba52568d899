import { useEffect, useState } from 'react';

/** So long somebody pauses before what she types is asked about. */
const REST_MS = 300;

/** A value once it has stood for a moment: what is typed asks the server once, not with every key. */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(() => value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
