import { lazy, Suspense, useEffect } from 'react';
import { useGo } from '../base/institution.ts';
import { holds, useMe } from '../base/me.ts';
import { showOverlay, useOverlay } from '../base/overlay.ts';
import { keysTexts as t } from '../texts/keys.ts';
import { type KeyBinding, listenToKeys, useKeys } from '../ui/keys.ts';
import { screens } from './screens.ts';

const Palette = lazy(() => import('./palette.tsx'));
const KeyList = lazy(() => import('./key-list.tsx'));
const Devices = lazy(() => import('../staff/devices-dialog.tsx'));
const Passkeys = lazy(() => import('../staff/passkeys-dialog.tsx'));

/** Keys that work on every screen, and the dialogs they open (spec 25.3.3, 25.3.5). */
export function FrameKeys() {
  const me = useMe();
  const go = useGo();
  const overlay = useOverlay();
  useEffect(listenToKeys, []);
  // A dialog belongs to the person who opened it, so it is closed when the person changes.
  useEffect(() => () => showOverlay(undefined), []);
  const search = () => showOverlay('palette');
  const ways: KeyBinding[] = screens
    .filter((screen) => screen.letter && holds(me, screen.parts))
    .map(({ letter, title, path }) => ({ key: `g ${letter}`, label: t.goTo(title), run: () => go(path) }));
  useKeys(t.everywhere, [
    { key: '/', label: t.search, run: search },
    { key: 'Ctrl+k', label: t.search, run: search, inFields: true },
    { key: '?', label: t.list, run: () => showOverlay('keys') },
    ...ways,
  ]);
  const close = () => showOverlay(undefined);
  return (
    <Suspense>
      {overlay === 'palette' && <Palette onClose={close} />}
      {overlay === 'keys' && <KeyList onClose={close} />}
      {overlay === 'devices' && <Devices onClose={close} />}
      {overlay === 'passkeys' && <Passkeys onClose={close} />}
    </Suspense>
  );
}
