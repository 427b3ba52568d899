import { useEffect, useState } from 'react';
import { whenSettled } from './when-settled.ts';

/** True once the first calls of the page have been answered and it is idle: requests made then delay nothing visible. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => whenSettled(() => setSettled(true)), []);
  return settled;
}
