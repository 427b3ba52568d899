import type { QueueName } from '@orbita/domain/work';
import { Button } from '@orbita/ui/button';
import { Anchor } from '@orbita/ui/link';
import { Notice } from '@orbita/ui/notice';
import { useEffect, useRef } from 'react';
import { useMe } from '../base/me.ts';
import { hour } from '../base/zone.ts';
import { barTexts as t } from '../texts/claim.ts';
import { tableTexts } from '../texts/table.ts';
import { reviewTexts } from '../texts/work.ts';
import { UsersIcon } from '../ui/icons/users.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';
import { usePageCommands } from '../ui/page-commands.ts';
import { Due } from './due.tsx';
import { takenNotice } from './hindered.tsx';
import { isCounted, useQueues } from './queues.ts';
import { DecidedBy } from './said-of.tsx';
import { useSkipSaid } from './skip.ts';
import { type QueueItemOf, useItem } from './use-item.ts';
import { assignedText } from './whose.tsx';
import '../styles/queue-bar.css';

type Props<Queue extends QueueName> = {
  item: QueueItemOf<Queue>;
  /** Label of the queue. */
  label: string;
  /** Shown if the item is no longer pending. */
  over: string;
  keyGroup: string;
  /** This person has done here what the queue is for. */
  done: boolean;
  /** The act that the queue is for; without one, the page offers several. */
  act?: { label: string; run: () => void };
};

/** What a review shows of its item and does with it, above the page of an item opened from a queue (spec 25.4.2). */
export function QueueBar<Queue extends QueueName>(props: Props<Queue>) {
  const { label, done, keyGroup } = props;
  const { queue, work } = props.item;
  const item = useItem(props.item);
  const me = useMe();
  const said = useSkipSaid();
  const nextButton = useRef<HTMLButtonElement>(null);
  const taken = takenNotice(item.claim, item.takeOver);
  const open = item.waits && !taken;
  const over = done || !item.waits;
  useEffect(() => {
    if (done) nextButton.current?.focus();
  }, [done]);
  const act = props.act && open && !done ? props.act : undefined;
  useKeys(keyGroup, [
    ...(act ? [{ key: 'Ctrl+Enter', label: act.label, decides: true, run: act.run }] : []),
    ...(open && !done
      ? [
          { key: 's', label: t.skip, decides: true, run: item.skip },
          { key: 'l', label: t.giveBack, run: item.giveBack },
        ]
      : []),
    { key: 'n', label: t.next, run: item.next },
  ]);
  usePageCommands([{ id: 'next', label: t.next, run: item.next }]);
  const others = item.decided && item.decided.by !== me.name ? item.decided : undefined;
  return (
    <section className="queue-bar" aria-label={label}>
      <div className="queue-bar__about">
        <Anchor href={item.list} aria-label={t.back(label)}>
          <b>{label}</b>
        </Anchor>
        {work && item.waits && <Due {...work} />}
        {work?.assigned && item.waits && <span className="meta">{assignedText(work.assigned)}</span>}
        <Queued queue={queue} />
        {open && item.claim.is === 'mine' && (
          <span className="meta">{reviewTexts.withYou(hour(item.claim.until))}</span>
        )}
      </div>
      <div className="queue-bar__said" role="status">
        {others ? (
          <Notice kind="warning" icon={UsersIcon} title={<DecidedBy {...others} />} />
        ) : (
          over && !done && <Notice title={props.over} />
        )}
        {(said ?? item.stays) && <Notice kind="warning" title={said ?? item.stays ?? ''} />}
      </div>
      {!over && taken}
      <div className="queue-bar__acts">
        {act && (
          <Button aria-keyshortcuts="Control+Enter" onClick={act.run}>
            {act.label}
            <Kbd keys="Ctrl+Enter" />
          </Button>
        )}
        {open && !done && (
          <>
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

/** Number of pending items in the queue. */
function Queued({ queue }: { queue: QueueName }) {
  const count = useQueues().data?.queues.find((one) => one.queue === queue);
  if (!count || !isCounted(count)) return null;
  return <span className="meta">{reviewTexts.queued(tableTexts.total(count.count, count.capped))}</span>;
}
