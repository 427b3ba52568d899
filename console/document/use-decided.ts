import { useEffect, useRef } from 'react';
import { type Conflict, type DocumentPage, isUndecided } from './document.ts';

/**
 * Who decided the document while it was shown here undecided, if it was not this page (spec 25.4.2); undefined otherwise.
 * Derived from the document itself, so that it works without a socket, too.
 */
export function useDecidedElsewhere(
  document: DocumentPage | undefined,
  isOwn: (id: number) => boolean,
): Conflict | undefined {
  const stood = useRef<number>(undefined);
  const undecided = document !== undefined && isUndecided(document);
  useEffect(() => {
    if (undecided) stood.current = document?.id;
  }, [undecided, document?.id]);
  if (!document || undecided || stood.current !== document.id || isOwn(document.id)) return undefined;
  const last = document.decisions.at(-1);
  if (!last) return undefined;
  return {
    ...{ code: 'STATE_CONFLICT', by: last.by, at: last.at },
    ...{ until: '', state: document.state, message: '' },
  };
}
