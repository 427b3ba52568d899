import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Wish } from './queries.ts';
import { type Saved, useSave } from './use-save.ts';

type Edits = NonNullable<Wish['edits']>;
type Options = {
  edits: Edits;
  files?: Record<string, string>;
  /** Current version, as of when the entries were read. */
  version: number;
  /** Discards what was typed. */
  discard: () => void;
};

/** Edits of a form as it is filled in: their plan, saving them, and undoing the saved version. */
export function useEdits(name: string, { edits, files, version, discard }: Options) {
  const client = useQueryClient();
  const [seen, setSeen] = useState(version);
  const [saved, setSaved] = useState<Saved>();
  const dirty = edits.length > 0;
  // The version on which typing started counts, not one read since.
  if (!dirty && seen !== version) setSeen(version);
  const key = dirty ? JSON.stringify({ expectedVersion: seen, edits, ...(files ? { files } : {}) }) : '';
  const wish = useMemo(() => (key ? (JSON.parse(key) as Wish) : undefined), [key]);
  const reload = () => void client.invalidateQueries({ queryKey: ['catalogue'] });
  const save = useSave(name, wish, (done) => {
    setSaved(done);
    discard();
  });
  const undone = saved?.plan?.version;
  const undo = useSave(
    `undo ${undone ?? 0}`,
    useMemo(() => (undone ? { expectedVersion: undone, undo: undone } : undefined), [undone]),
    (done) => setSaved(done.waits ? done : undefined),
  );
  return {
    save,
    undo,
    saved,
    reload: () => {
      save.settle();
      discard();
      reload();
    },
  };
}
