import { Button } from '@orbita/ui/button';
import { Empty } from '@orbita/ui/empty';
import { RefreshIcon } from '@orbita/ui/icons/refresh';
import { Notice } from '@orbita/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { ChangeDialog } from '../subscription/own-menu.tsx';
import type { Subscription } from '../subscription/queries.ts';
import { changeTexts } from '../texts/leaving.ts';
import { bookTexts as t } from '../texts/selection.ts';
import { offerSlotsQuery } from './queries.ts';
import type { TestPlace } from './slots.ts';

type Props = { subscription: Subscription; places: readonly TestPlace[]; refetch: () => Promise<unknown> };

/** Nothing can be booked at the pole: check again later, or see which other poles hold the test (S-14, D-84). */
export function NoSlots({ subscription, places, refetch }: Props) {
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    await refetch();
    setBusy(false);
  };
  return (
    <>
      <Empty
        mark="clock"
        title={t.empty}
        action={
          <Button icon={RefreshIcon} busy={busy && t.refreshing} onClick={() => void again()}>
            {t.refresh}
          </Button>
        }
      />
      <Elsewhere subscription={subscription} places={places} />
    </>
  );
}

/** Shown only when poles other than the chosen one hold the test. */
function Elsewhere({ subscription, places }: Omit<Props, 'refetch'>) {
  const [changing, setChanging] = useState(false);
  const slots = useQuery(offerSlotsQuery(subscription));
  const here = places.map(({ campusSchedulingId }) => campusSchedulingId);
  if (!slots.data?.some(({ campusSchedulingId }) => !here.includes(campusSchedulingId))) return null;
  const { changeCourse } = subscription.permissions;
  return (
    <>
      <Notice role="status" title={t.elsewhere}>
        <p>{changeCourse ? t.elsewhereChange : t.elsewhereAsk}</p>
        {changeCourse && (
          <div>
            <Button kind="outline" small onClick={() => setChanging(true)}>
              {changeTexts.open}
            </Button>
          </div>
        )}
      </Notice>
      {changing && (
        <Suspense fallback={null}>
          <ChangeDialog subscription={subscription} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
