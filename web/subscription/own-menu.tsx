import { type ComponentType, lazy, Suspense, useState } from 'react';
import { chunk } from '../app/chunk-reload.ts';
import { appTexts } from '../texts/app.ts';
import { cancelTexts, changeTexts } from '../texts/leaving.ts';
import { LayersIcon } from '../ui/icons/layers.tsx';
import { RepeatIcon } from '../ui/icons/repeat.tsx';
import { XIcon } from '../ui/icons/x.tsx';
import type { MenuItem } from '../ui/menu.tsx';
import type { Subscription } from './queries.ts';

type ChangeProps = { subscription: Subscription; onClose: () => void };
/** Change of course, pole or way of entry (S-35). */
export const ChangeDialog = lazy(() =>
  chunk<{ default: ComponentType<ChangeProps> }>(() => import('./change-dialog.tsx')),
);
type CancelProps = { id: number; onClose: () => void };
const CancelDialog = lazy(() =>
  chunk<{ default: ComponentType<CancelProps> }>(() => import('./cancel-dialog.tsx')),
);

/** Menu of the course bar (spec 4.3) with the dialogs it opens; only what may be done now stands in it. */
export function useOwnMenu(subscription: Subscription, follow: boolean) {
  const [open, setOpen] = useState<'change' | 'cancel'>();
  const close = () => setOpen(undefined);
  const { id, permissions } = subscription;
  const items: MenuItem[] = [
    ...(follow ? [{ label: appTexts.follow, icon: LayersIcon, href: `/tracking?subscription=${id}` }] : []),
    ...(permissions.changeCourse
      ? [{ label: changeTexts.open, icon: RepeatIcon, onClick: () => setOpen('change') }]
      : []),
    ...(permissions.cancel
      ? [{ label: cancelTexts.open, icon: XIcon, onClick: () => setOpen('cancel') }]
      : []),
  ];
  const dialog = open && (
    <Suspense fallback={null}>
      {open === 'change' ? (
        <ChangeDialog subscription={subscription} onClose={close} />
      ) : (
        <CancelDialog id={id} onClose={close} />
      )}
    </Suspense>
  );
  return { items, dialog };
}
