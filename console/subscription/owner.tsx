import { formatDate } from '@orbita/domain/foundation';
import { Button } from '@orbita/ui/button';
import { lazy, Suspense, useState } from 'react';
import type { Application } from '../act/status.tsx';
import { useMay } from '../base/me.ts';
import { ownerTexts as t } from '../texts/reminder.ts';

const OwnerDialog = lazy(() => import('./owner-dialog.tsx'));

/** Who looks after an application and the day of the next contact, with a way to take it over. */
export function OwnerLine({ of }: { of: Pick<Application, 'id' | 'owner' | 'nextContactOn'> }) {
  const [open, setOpen] = useState(false);
  const may = useMay()('subscriptions.support');
  const { owner, nextContactOn } = of;
  return (
    <p className="meta">
      {t.label} <b>{owner ? (owner.mine ? t.you : owner.name) : t.nobody}</b>
      {nextContactOn && `, ${t.next(formatDate(nextContactOn))}`}{' '}
      {may && (
        <Button kind="quiet" small aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {owner ? (owner.mine ? t.change : t.takeOver) : t.take}
        </Button>
      )}
      {open && (
        <Suspense>
          <OwnerDialog of={of} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  );
}
