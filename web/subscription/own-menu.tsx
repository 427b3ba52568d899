import { LayersIcon } from '@orbita/ui/icons/layers';
import { MailIcon } from '@orbita/ui/icons/mail';
import { RepeatIcon } from '@orbita/ui/icons/repeat';
import { XIcon } from '@orbita/ui/icons/x';
import type { MenuItem } from '@orbita/ui/menu';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { chunk } from '../base/chunk-reload.ts';
import { fetchWhenIdle } from '../base/when-settled.ts';
import { MESSAGES_HREF } from '../person/tabs.ts';
import { appTexts } from '../texts/app.ts';
import { cancelTexts, changeTexts } from '../texts/leaving.ts';
import type { Subscription } from './queries.ts';

type ChangeProps = { subscription: Subscription; onClose: () => void };
const changeDialog = (): Promise<{ default: ComponentType<ChangeProps> }> => import('./change-dialog.tsx');
/** Change of course, pole or form of entry (S-35). */
export const ChangeDialog = lazy(() => chunk(changeDialog));
type CancelProps = { id: number; onClose: () => void };
const cancelDialog = (): Promise<{ default: ComponentType<CancelProps> }> => import('./cancel-dialog.tsx');
const CancelDialog = lazy(() => chunk(cancelDialog));

/** Where the bar is: over a step, over the progress, or over what a link in a message opened. */
type Place = 'step' | 'tracking' | 'link';

/**
 * Menu of the course bar (spec 4.3) with the dialogs it opens; it contains only what may be done now. Entries that depend on
 * the application appear once it is loaded.
 */
export function useOwnMenu(subscription: Subscription | undefined, place: Place) {
  const [open, setOpen] = useState<'change' | 'cancel'>();
  const close = () => setOpen(undefined);
  const may = subscription?.permissions;
  const mayChange = may?.changeCourse === true;
  const mayCancel = may?.cancel === true;
  useEffect(() => {
    if (mayChange) fetchWhenIdle(changeDialog);
    if (mayCancel) fetchWhenIdle(cancelDialog);
  }, [mayChange, mayCancel]);
  const items: MenuItem[] = [
    ...(subscription && place === 'step'
      ? [{ label: appTexts.follow, icon: LayersIcon, href: `/tracking?subscription=${subscription.id}` }]
      : []),
    ...(place === 'link' ? [] : [{ label: appTexts.messages, icon: MailIcon, href: MESSAGES_HREF }]),
    ...(mayChange ? [{ label: changeTexts.open, icon: RepeatIcon, onClick: () => setOpen('change') }] : []),
    ...(mayCancel ? [{ label: cancelTexts.open, icon: XIcon, onClick: () => setOpen('cancel') }] : []),
  ];
  const dialog = subscription && open && (
    <Suspense fallback={null}>
      {open === 'change' ? (
        <ChangeDialog subscription={subscription} onClose={close} />
      ) : (
        <CancelDialog id={subscription.id} onClose={close} />
      )}
    </Suspense>
  );
  return { items, dialog };
}
