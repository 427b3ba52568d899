import { serverNow } from '@orbita/client/server-clock.ts';
import { useCallback, useState } from 'react';
import type { DocumentPage } from './document.ts';

/**
 * The document as the person looks at it. A newer version never slips under her eyes: it waits until she looks again, and a
 * decision is sent with the version she saw (spec 25.4.3).
 */
export function useLooked(id: number, newest: DocumentPage | undefined) {
  const [looked, setLooked] = useState<DocumentPage>();
  const [again, setAgain] = useState(false);
  const known = looked?.id === id ? looked : undefined;
  const isNew = newest !== undefined && newest.id === id && newest.version !== known?.version;
  // What was decided here or elsewhere is shown by the decision itself; other files are what must not slip in. Where there was
  // none to look at, the first one slips in under nobody's eyes.
  const isSwapped =
    isNew && known !== undefined && known.files.length > 0 && filesOf(known) !== filesOf(newest);
  if (newest && newest.id === id && newest !== looked && (!isSwapped || again)) {
    setLooked(newest);
    if (again) setAgain(false);
  }
  const lookAgain = useCallback(() => setAgain(true), []);
  return {
    document: known ?? (newest?.id === id ? newest : undefined),
    changedAt: isSwapped && newest ? (newest.waitingSince ?? new Date(serverNow()).toISOString()) : undefined,
    lookAgain,
  };
}

const filesOf = ({ files }: DocumentPage): string =>
  files.map(({ fileId, scan }) => `${fileId}${scan}`).join();
