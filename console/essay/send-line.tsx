import { CheckCircleIcon } from '@orbita/ui/icons/check-circle';
import { WifiOffIcon } from '@orbita/ui/icons/wifi-off';
import { Spinner } from '@orbita/ui/spinner';
import { hour, second } from '../base/zone.ts';
import { essayTexts as t } from '../texts/essay.ts';
import type { Saving } from './use-draft.ts';
import type { Registered, SendingState } from './use-sending.ts';
import '@orbita/ui/styles/save-line.css';

type Known = {
  sending: SendingState;
  saved: { state: Saving; at: string | undefined };
  /** The browser itself reports that it is offline. */
  offline: boolean;
  /** The previous mark, until this one is started. */
  registered: Registered | undefined;
};

export type Line = {
  state: 'idle' | 'saving' | 'saved' | 'offline' | 'error';
  text: string;
  announced: boolean;
};

export const registeredText = ({ at, state }: Registered): string =>
  t.registered(hour(new Date(at))) + t.registeredNext[state];

/** The text of the line: it never claims more than is true, and announces only what the person must know (spec 25.7). */
export function lineOf({ sending, saved, offline, registered }: Known): Line {
  const isTyped = saved.state !== 'idle';
  if (sending.is === 'sending' && !sending.waits && !offline)
    return { state: 'saving', text: t.sending, announced: true };
  if (sending.is === 'sending' || saved.state === 'offline' || (offline && isTyped))
    return { state: 'offline', text: offline ? t.offline : t.silent, announced: true };
  // It is announced when it happens, because the next essay then replaces this line.
  if (registered) return { state: 'saved', text: registeredText(registered), announced: false };
  if (saved.state === 'failed') return { state: 'error', text: t.notSaved, announced: true };
  if (saved.state === 'saving' || saved.state === 'waiting')
    return { state: 'saving', text: t.saving, announced: false };
  if (saved.state === 'saved' && saved.at)
    return { state: 'saved', text: t.savedAt(second(saved.at)), announced: false };
  return { state: 'idle', text: '', announced: false };
}

/** Save state of draft and mark, above the decision. */
export function SendLine(known: Known) {
  const { state, text, announced } = lineOf(known);
  return (
    <>
      <div className="save-line" data-state={state}>
        {state === 'saving' && <Spinner />}
        {state === 'saved' && <CheckCircleIcon />}
        {state === 'offline' && <WifiOffIcon />}
        <span>{text}</span>
      </div>
      <span className="visually-hidden" role="status">
        {announced ? text : ''}
      </span>
    </>
  );
}
