import { followLive } from '@orbita/client/live-socket.ts';
import type { LiveEvent } from '@orbita/protocol/messaging';
import { useEffect, useRef } from 'react';
import { call } from './api.ts';
import { inView } from './base.ts';
import { whenSettled } from './when-settled.ts';

export type { LiveEvent };

const POLL_MS = 15_000;

type Options = {
  subscriptionId: number;
  /** Called once per event. */
  onEvent: (event: LiveEvent) => void;
  /** Called to check whether anything was missed: once both streams are connected, and every 15 s while one is not. */
  onPoll: () => void;
  /** Called when the person returns to the page or is online again, and needs the current state. */
  onReturn: () => void;
};

/** Follows the live events of one application (spec 16.1); polls every 15 s while a stream is not connected. */
export function useLive(given: Options): void {
  const latest = useRef(given);
  latest.current = given;
  const { subscriptionId } = given;
  useEffect(() => {
    // A view opens no socket and does not refresh by itself: every answer it gets is audited.
    if (inView) return;
    const seen = new Set<string>();
    const open = { business: false, financial: false };
    let ends: (() => void)[] = [];
    const connect = () => {
      ends = (['business', 'financial'] as const).map((stream) =>
        followLive<LiveEvent>({
          path: `/candidate/events/${stream}`,
          ticket: async () => {
            const body = { subscriptionIds: [subscriptionId] };
            return (await call('POST /candidate/events/tickets', { body })).ticket;
          },
          seen,
          onEvent: (event) => latest.current.onEvent(event),
          onState: (state) => {
            open[stream] = state;
            // Events from before the connections are not delivered, so the page polls once for both.
            if (open.business && open.financial) latest.current.onPoll();
          },
        }),
      );
    };
    // Connecting costs six calls, which must not delay what the page shows.
    const giveUp = whenSettled(connect);
    const poll = setInterval(() => {
      if (!open.business || !open.financial) latest.current.onPoll();
    }, POLL_MS);
    const back = () => {
      if (document.visibilityState === 'visible') latest.current.onReturn();
    };
    document.addEventListener('visibilitychange', back);
    addEventListener('online', back);
    return () => {
      giveUp();
      for (const end of ends) end();
      clearInterval(poll);
      document.removeEventListener('visibilitychange', back);
      removeEventListener('online', back);
    };
  }, [subscriptionId]);
}
