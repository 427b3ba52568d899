import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** What one answer makes another ask for is asked within this time. */
const QUIET_MS = 300;

/** Has a page shown everything it first asked for? What stands below all that would jump at each answer (CLS). */
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
