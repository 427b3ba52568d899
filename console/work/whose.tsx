import { leadsOf, QUEUES, type QueueName } from '@orbita/domain/work';
import { Button, ButtonLink } from '@orbita/ui/button';
import { WithName } from '@orbita/ui/with-name';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { holds, holdsFor, useMe } from '../base/me.ts';
import { whoseTexts as t } from '../texts/whose.ts';
import { FilterPills } from '../ui/table-parts.tsx';
import type { QueueItem } from './queues.ts';

const WhoseDialog = lazy(() => import('./whose-dialogs.tsx').then((all) => ({ default: all.WhoseDialog })));
const ShareDialog = lazy(() => import('./whose-dialogs.tsx').then((all) => ({ default: all.ShareDialog })));

/** An item's assignee, for its row; undefined if there is none. */
export const assignedText = (assigned: QueueItem['assigned'] | undefined): ReactNode => {
  if (!assigned) return undefined;
  if (assigned.groupId !== null) return <WithName text={t.ofGroup} name={assigned.name} />;
  return assigned.mine ? t.mine : <WithName text={t.of} name={assigned.name} />;
};

export type Asked = 'all' | 'me' | 'nobody';
const ASKED: readonly Asked[] = ['all', 'me', 'nobody'];
export const isAsked = (value: string): value is Asked => ASKED.some((one) => one === value);

type WhoseProps = { queue: QueueName; value: Asked; onChange: (value: Asked) => void; own: number };

/** Filters a queue by assignee, and lets its lead distribute it. */
export function Whose({ queue, value, onChange, own }: WhoseProps) {
  const me = useMe();
  const [sharing, setSharing] = useState(false);
  const leads = holds(me, leadsOf(QUEUES[queue].kind, queue));
  return (
    <div className="filters">
      <FilterPills
        legend={t.legend}
        value={value}
        onChange={(one) => isAsked(one) && onChange(one)}
        options={ASKED.map((one) => ({
          value: one,
          label: t.filters[one],
          ...(one === 'me' && own > 0 ? { count: own } : {}),
        }))}
      />
      {leads && (
        <>
          <Button small kind="outline" onClick={() => setSharing(true)}>
            {t.share}
          </Button>
          <ButtonLink small kind="quiet" href="/grupos">
            {t.groups}
          </ButtonLink>
        </>
      )}
      {sharing && (
        <Suspense>
          <ShareDialog queue={queue} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The action of a row: its assignment. Nothing if the item is somebody else's and the caller is not the lead. */
export function WhoseAct({ queue, item }: { queue: QueueName; item: QueueItem }) {
  const me = useMe();
  const [open, setOpen] = useState(false);
  const leads = holdsFor(me, leadsOf(QUEUES[queue].kind, queue), item.institutionCode);
  if (!leads && item.assigned && !item.assigned.mine) return undefined;
  return (
    <>
      <Button
        small
        kind="quiet"
        aria-label={t.actFor(`${item.title} ${item.itemId}`)}
        onClick={() => setOpen(true)}
      >
        {t.act}
      </Button>
      {open && (
        <Suspense>
          <WhoseDialog queue={queue} item={item} leads={leads} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
