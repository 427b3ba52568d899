import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { useEffect, useState } from 'react';
import { useLive } from '../../base/live.ts';
import { liveTexts as t } from '../../texts/live.ts';
import './live-news.css';
import { reloadIfMissed, reloadSubscription } from '../queries.ts';
import { type LiveLine, reactTo } from './live-reactions.ts';

/**
 * Follows an application and shows the last event that its page does not show by itself. `place` is the current step: an event
 * shown above one step is not repeated above the next.
 */
export function LiveNews({ subscriptionId, place }: { subscriptionId: number; place: string }) {
  const [said, setSaid] = useState<LiveLine & { place: string }>();
  useLive({
    subscriptionId,
    onPoll: () => void reloadIfMissed(subscriptionId),
    onReturn: () => void reloadSubscription(subscriptionId),
    onEvent: (event) => {
      const line = reactTo(event);
      // The documents page names each reviewed document itself.
      if (line && !(event.type === 'document.reviewed' && place.includes('documents')))
        setSaid({ ...line, place });
    },
  });
  useEffect(() => setSaid((before) => (before?.place === place ? before : undefined)), [place]);
  return (
    <div className="live-news" role="status">
      {said && (
        <Notice kind={said.kind} title={said.text}>
          <div>
            <LinkAction onClick={() => setSaid(undefined)}>{t.close}</LinkAction>
          </div>
        </Notice>
      )}
    </div>
  );
}
