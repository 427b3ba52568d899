import type { QueryInput } from '@orbita/protocol';
import { Button } from '@orbita/ui/button';
import { lazy, Suspense, useState } from 'react';
import { reminderTexts as t } from '../texts/reminder.ts';

const ReminderDialog = lazy(() => import('./reminder-dialog.tsx'));
const BatchesDialog = lazy(() => import('./batches-dialog.tsx'));

type Props = {
  chosen: ReadonlySet<string>;
  /** The list with its filters: the whole list is reminded if nothing is chosen. */
  query: QueryInput<'GET /operations/subscriptions'>;
  onUnchoose: () => void;
};

/** Reminds the candidates of the chosen rows, or of the whole list (spec 25.6.5). */
export function RemindBar({ chosen, query, onUnchoose }: Props) {
  const [open, setOpen] = useState<'send' | 'past'>();
  const close = () => setOpen(undefined);
  const ids = [...chosen].map(Number);
  return (
    <div className="row">
      <div role="status">{ids.length > 0 && t.chosen(ids.length)}</div>
      <Button kind="outline" small aria-haspopup="dialog" onClick={() => setOpen('send')}>
        {ids.length > 0 ? t.openFor(ids.length) : t.open}
      </Button>
      {ids.length > 0 && (
        <Button kind="quiet" small onClick={onUnchoose}>
          {t.unchoose}
        </Button>
      )}
      <Button kind="quiet" small aria-haspopup="dialog" onClick={() => setOpen('past')}>
        {t.past}
      </Button>
      {open && (
        <Suspense>
          {open === 'past' ? (
            <BatchesDialog onClose={close} />
          ) : (
            <ReminderDialog of={ids.length > 0 ? { subscriptionIds: ids } : { query }} onClose={close} />
          )}
        </Suspense>
      )}
    </div>
  );
}
