import { useRef, useState } from 'react';
import { queryClient } from '../base/query.ts';
import { type DocumentPage, documentQuery, untilReread } from './document.ts';

type Ways = {
  /** The person sees it, and it can be approved now. */
  may: boolean;
  /** The confirmation is on the screen. */
  isAsked: boolean;
  ask: () => void;
  /** `concludes`: the person agreed that it completes the stage. */
  send: (concludes: boolean) => void;
};

/**
 * Approval of an item; the last required document moves the application, so it needs a confirmation (spec 25.8). An item that
 * was fetched before the person's last decision does not know that it has become the last, so its approval is held until it was
 * read again. What a colleague decided a moment ago only the server knows: it refuses, and the page asks.
 */
export function useApproval(id: number, ways: Ways): { approve: () => void; held: boolean } {
  const [held, setHeld] = useState<number>();
  const approveNow = () => {
    if (!ways.may) return;
    const concludes = queryClient.getQueryData<DocumentPage>(documentQuery(id).queryKey)?.nextStatus;
    if (concludes && !ways.isAsked) ways.ask();
    else ways.send(Boolean(concludes));
  };
  const shown = useRef({ id, approveNow });
  shown.current = { id, approveNow };
  const approve = () => {
    if (!ways.may || held === id) return;
    const reread = untilReread();
    if (!reread) return approveNow();
    setHeld(id);
    void reread.then(() => {
      setHeld(undefined);
      if (shown.current.id === id) shown.current.approveNow();
    });
  };
  return { approve, held: held === id };
}
