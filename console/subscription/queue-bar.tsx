import { Button } from '@orbita/ui/button';
import { Anchor } from '@orbita/ui/link';
import { Notice } from '@orbita/ui/notice';
import { useEffect, useRef } from 'react';
import type { Application } from '../act/status.tsx';
import { useMe } from '../base/me.ts';
import { hour } from '../base/zone.ts';
import { claimTexts } from '../texts/claim.ts';
import { workTexts as t } from '../texts/subscription-work.ts';
import { tableTexts } from '../texts/table.ts';
import { reviewTexts } from '../texts/work.ts';
import { UsersIcon } from '../ui/icons/users.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';
import { usePageCommands } from '../ui/page-commands.ts';
import { Due } from '../work/due.tsx';
import { takenNotice } from '../work/hindered.tsx';
import { isCounted, useQueues } from '../work/queues.ts';
import { useSkipSaid } from '../work/skip.ts';
import type { ApplicationQueue } from './queue.ts';
import { useItem } from './use-item.ts';
import '../styles/queue-bar.css';

type Props = {
  application: Application;
  queue: ApplicationQueue;
  /** She did here what the queue waited for. */
  done: boolean;
  /** Opens the act that the queue waits for. */
  onAct: () => void;
};

/** What a review says of its item and does with it, above an application that was opened from a queue (spec 25.4.2). */
export function QueueBar({ application, queue, done, onAct }: Props) {
  const item = useItem(application, queue);
  const me = useMe();
  const said = useSkipSaid();
  const nextButton = useRef<HTMLButtonElement>(null);
  const taken = takenNotice(item.claim, item.takeOver);
  const open = item.waits && !taken;
  const over = done || !item.waits;
  useEffect(() => {
    if (done) nextButton.current?.focus();
  }, [done]);
  const act = () => {
    if (open && !done) onAct();
  };
  useKeys(t.keyGroup, [
    ...(open && !done
      ? [
          { key: 'Ctrl+Enter', label: t.acts[queue], decides: true, run: act },
          { key: 's', label: t.skip, decides: true, run: item.skip },
          { key: 'l', label: t.giveBack, run: item.giveBack },
        ]
      : []),
    { key: 'n', label: t.next, run: item.next },
  ]);
  usePageCommands([{ id: 'next', label: t.next, run: item.next }]);
  const others = item.decided && item.decided.by !== me.name ? item.decided : undefined;
  const { label } = t.heads[queue];
  return (
    <section className="queue-bar" aria-label={label}>
      <div className="queue-bar__about">
        <Anchor href={item.list} aria-label={t.back(label)}>
          <b>{label}</b>
        </Anchor>
        {application.work && item.waits && <Due {...application.work} />}
        <Queued queue={queue} />
        {open && item.claim.is === 'mine' && (
          <span className="meta">{reviewTexts.withYou(hour(item.claim.until))}</span>
        )}
      </div>
      <div className="queue-bar__said" role="status">
        {others ? (
          <Notice kind="warning" icon={UsersIcon} title={claimTexts.decidedBy(others.by, hour(others.at))} />
        ) : (
          over && !done && <Notice title={t.over} />
        )}
        {(said ?? item.stays) && <Notice kind="warning" title={said ?? item.stays ?? ''} />}
      </div>
      {!over && taken}
      <div className="queue-bar__acts">
        {open && !done && (
          <>
            <Button aria-keyshortcuts="Control+Enter" onClick={act}>
              {t.acts[queue]}
              <Kbd keys="Ctrl+Enter" />
            </Button>
            <Button kind="quiet" small aria-keyshortcuts="S" onClick={item.skip}>
              {t.skip}
              <Kbd keys="S" />
            </Button>
            <Button kind="quiet" small aria-keyshortcuts="L" onClick={item.giveBack}>
              {t.giveBack}
              <Kbd keys="L" />
            </Button>
          </>
        )}
        <Button
          ref={nextButton}
          kind={over ? 'primary' : 'quiet'}
          small={!over}
          aria-keyshortcuts="N"
          onClick={item.next}
        >
          {t.next}
          <Kbd keys="N" />
        </Button>
      </div>
    </section>
  );
}

/** How many wait in the queue. */
function Queued({ queue }: { queue: ApplicationQueue }) {
  const count = useQueues().data?.queues.find((one) => one.queue === queue);
  if (!count || !isCounted(count)) return null;
  return <span className="meta">{reviewTexts.queued(tableTexts.total(count.count, count.capped))}</span>;
}
