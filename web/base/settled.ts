import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** A query that depends on another starts within this time after its answer. */
const QUIET_MS = 300;

/** True once a page's first queries have all been answered; content below them would otherwise jump (CLS). */
export function useSettled(): boolean {
  const loading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0;
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (loading || settled) return;
    const quiet = setTimeout(() => setSettled(true), QUIET_MS);
    return () => clearTimeout(quiet);
  }, [loading, settled]);
  return settled;
}
