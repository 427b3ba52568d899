import { store } from '@orbita/client/store.ts';

/** Dialogs of the frame, of which at most one is open. */
type Overlay = 'palette' | 'keys' | 'devices' | 'passkeys';

const open = store<Overlay | undefined>(undefined);

/** Opens a dialog of the frame, or closes the open one. */
export const showOverlay = open.set;

export const useOverlay = open.use;
