import { serverNow } from '@orbita/client/server-clock.ts';
import { useCallback, useState } from 'react';
import type { DocumentPage } from './document.ts';

/**
 * The document as the person sees it. A newer version never replaces it unnoticed: it waits until they ask for it, and a
 * decision is sent with the version they saw (spec 25.4.3).
 */
export function useLooked(id: number, newest: DocumentPage | undefined) {
  const [looked, setLooked] = useState<DocumentPage>();
  const [again, setAgain] = useState(false);
  const known = looked?.id === id ? looked : undefined;
  const isNew = newest !== undefined && newest.id === id && newest.version !== known?.version;
  // A decision made here or elsewhere is visible by itself; it is replaced files that must not slip in. If there was no file to
  // view, the first one may appear.
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
