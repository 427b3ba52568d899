import { useEffect, useRef } from 'react';
import { type DocumentPage, isOpen } from './document.ts';
import { allSeen, type Shown } from './viewer/document-frame.ts';

/** Which documents were viewed from the first page to the last, and in which version (spec 25.8). */
export function useSeen(document: DocumentPage | undefined, shown: Shown) {
  const seen = useRef(new Map<number, number>());
  const isSeen = document !== undefined && isOpen(document) && allSeen(shown);
  useEffect(() => {
    if (isSeen && document) seen.current.set(document.id, document.version);
  }, [isSeen, document]);
  return { isSeen, seenOf: (id: number) => seen.current.get(id) };
}
