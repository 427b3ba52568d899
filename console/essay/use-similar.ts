import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Essay, similarQuery } from './essay.ts';

/** Essays similar to this one: which one is compared, and which common passage is current. */
export function useSimilar({ id, similarity }: Pick<Essay, 'id' | 'similarity'>) {
  const { data, error } = useQuery({ ...similarQuery(id), enabled: similarity.max > 0 });
  const similar = data ?? [];
  const [label, setLabel] = useState<string>();
  const [run, setRun] = useState<number>();
  const [comparing, setComparing] = useState(false);
  const chosen = similar.find((one) => one.label === label) ?? similar[0];
  const count = chosen?.runs.length ?? 0;
  const walk = (by: 1 | -1) => {
    if (count > 0) setRun((at) => (at === undefined ? (by > 0 ? 0 : count - 1) : (at + by + count) % count));
  };
  // Each text scrolls its own copy of the passage into view.
  useEffect(() => {
    if (run === undefined) return;
    for (const pane of document.querySelectorAll('.review__work'))
      pane.querySelector(`[data-run="${run}"]`)?.scrollIntoView({ block: 'start' });
  }, [run]);
  return {
    similar,
    chosen,
    run,
    comparing: comparing && chosen !== undefined,
    failed: error !== null,
    walk,
    choose: (next: string) => {
      setLabel(next);
      setRun(undefined);
    },
    compare: () => setComparing((before) => !before),
  };
}
