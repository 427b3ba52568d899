import './styles/save-line.css';
import { AlertIcon } from './icons/alert.tsx';
import { CheckCircleIcon } from './icons/check-circle.tsx';
import { WifiOffIcon } from './icons/wifi-off.tsx';
import { LinkAction } from './link-action.tsx';
import { savingTexts } from './saving-texts.ts';
import { Spinner } from './spinner.tsx';

type SaveState = 'idle' | 'saving' | 'saved' | 'offline' | 'error';

export type SaveLineProps = {
  state: SaveState;
  /** Time of the last save as displayed ("14:32"). */
  time?: string | undefined;
  onRetry?: () => void;
};

/** Save status, above the button; always takes the same space. */
export function SaveLine({ state, time, onRetry }: SaveLineProps) {
  return (
    <div className="save-line" data-state={state} role="status">
      {state === 'saving' && (
        <>
          <Spinner />
          {savingTexts.saving}
        </>
      )}
      {state === 'saved' && time && (
        <>
          <CheckCircleIcon />
          {savingTexts.savedAt(time)}
        </>
      )}
      {state === 'offline' && (
        <>
          <WifiOffIcon />
          {savingTexts.savedOffline}
        </>
      )}
      {state === 'error' && (
        <>
          <AlertIcon />
          <span>{savingTexts.saveFailed}</span>
          {onRetry && <LinkAction onClick={onRetry}>{savingTexts.retryNow}</LinkAction>}
        </>
      )}
    </div>
  );
}
