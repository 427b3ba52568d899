import { useEffect, useState } from 'react';
import { whenSettled } from './when-settled.ts';

/** True once the first calls of the page have been answered and it rests: what is asked for then holds up nothing that is seen. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => whenSettled(() => setSettled(true)), []);
  return settled;
}
