import { type ReactNode, useSyncExternalStore } from 'react';
import './styles/banner.css';
import { WifiOffIcon } from './icons/wifi-off.tsx';
import { uiTexts } from './texts.ts';

function watch(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Whether the browser reports that it is offline. */
export const useOffline = (): boolean =>
  useSyncExternalStore(
    watch,
    () => !navigator.onLine,
    () => false,
  );

/**
 * At the top, in the flow; disappears when the connection returns. The live region always exists, so that its text is announced.
 * Follows the browser's own report unless `offline` is given.
 */
export function OfflineBanner({ offline, children }: { offline?: boolean; children?: ReactNode }) {
  const reported = useOffline();
  return (
    <div role="status">
      {(offline ?? reported) && (
        <p className="banner banner--offline">
          <WifiOffIcon />
          {children ?? uiTexts.offline}
        </p>
      )}
    </div>
  );
}
