import { useSyncExternalStore } from 'react';

/** Dialogs of the frame, of which one is open at most. */
export type Overlay = 'palette' | 'keys' | 'devices';

let open: Overlay | undefined;
const listeners = new Set<() => void>();

/** Opens a dialog of the frame, or closes the open one. */
export const showOverlay = (overlay: Overlay | undefined): void => {
  open = overlay;
  for (const listener of listeners) listener();
};

export const useOverlay = (): Overlay | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
