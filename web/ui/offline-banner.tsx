import '../styles/banner.css';
import { WifiOffIcon } from './icons/wifi-off.tsx';
import { uiTexts } from './texts.ts';

/** At the top, in the flow; the region stays so that its words are spoken when they come. */
export function OfflineBanner({ offline }: { offline: boolean }) {
  return (
    <div role="status">
      {offline && (
        <p className="banner banner--offline">
          <WifiOffIcon />
          {uiTexts.offline}
        </p>
      )}
    </div>
  );
}
