import '../styles/save-line.css';
import { AlertIcon } from './icons/alert.tsx';
import { CheckCircleIcon } from './icons/check-circle.tsx';
import { WifiOffIcon } from './icons/wifi-off.tsx';
import { LinkAction } from './link-action.tsx';
import { Spinner } from './spinner.tsx';
import { uiTexts } from './texts.ts';

export type SaveState = 'idle' | 'saving' | 'saved' | 'offline' | 'error';

export type SaveLineProps = {
  state: SaveState;
  /** Hour of the last save as it is read ("14:32"). */
  time?: string | undefined;
  onRetry?: () => void;
};

/** State of saving, above the button; always takes the same space. */
export function SaveLine({ state, time, onRetry }: SaveLineProps) {
  return (
    <div className="save-line" data-state={state} role="status">
      {state === 'saving' && (
        <>
          <Spinner />
          {uiTexts.saving}
        </>
      )}
      {state === 'saved' && time && (
        <>
          <CheckCircleIcon />
          {uiTexts.savedAt(time)}
        </>
      )}
      {state === 'offline' && (
        <>
          <WifiOffIcon />
          {uiTexts.savedOffline}
        </>
      )}
      {state === 'error' && (
        <>
          <AlertIcon />
          <span>{uiTexts.saveFailed}</span>
          {onRetry && <LinkAction onClick={onRetry}>{uiTexts.retryNow}</LinkAction>}
        </>
      )}
    </div>
  );
}
