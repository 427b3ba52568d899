import { useRef } from 'react';
import './styles/save-line.css';
import { AlertIcon } from './icons/alert.tsx';
import { CheckCircleIcon } from './icons/check-circle.tsx';
import { WifiOffIcon } from './icons/wifi-off.tsx';
import { savingTexts } from './saving-texts.ts';
import { Spinner } from './spinner.tsx';

/** `refused`: the text cannot be saved as it is, and its fields say why. */
type SaveStatusWord = 'idle' | 'saving' | 'saved' | 'offline' | 'error' | 'refused';

export type SaveStatusProps = {
  word: SaveStatusWord;
  /** Time of the last save as it is read ("14:32:07"). */
  time: string | undefined;
  /** What is said when a save failed, or the text cannot be saved. */
  failed: string;
  refused: string;
  /** What is said while the browser has no line; by default that it is kept. */
  offline?: string | undefined;
  /** What stands there while there is nothing to save; by default nothing. */
  idle?: string | undefined;
};

const TROUBLE: readonly SaveStatusWord[] = ['offline', 'error'];

/**
 * Save line of texts that save themselves: it never claims more than is true. It announces trouble and its end alone,
 * for a sentence at every save would talk into the writing.
 */
export function SaveStatus(props: SaveStatusProps) {
  const { word } = props;
  const troubled = useRef(false);
  const before = useRef(word);
  if (TROUBLE.includes(word)) troubled.current = true;
  // Announced once: a later save is none of the trouble's end.
  else if (word === 'saving' && before.current === 'saved') troubled.current = false;
  before.current = word;
  const text = textOf(props);
  const announced = TROUBLE.includes(word) || (word === 'saved' && troubled.current) ? text : '';
  return (
    <>
      <div className="save-line" data-state={word === 'refused' ? 'error' : word}>
        {word === 'saving' && <Spinner />}
        {word === 'saved' && <CheckCircleIcon />}
        {word === 'offline' && <WifiOffIcon />}
        {(word === 'error' || word === 'refused') && <AlertIcon />}
        <span>{text}</span>
      </div>
      <span className="visually-hidden" role="status">
        {announced}
      </span>
    </>
  );
}

function textOf({ word, time, failed, refused, offline, idle = '' }: SaveStatusProps): string {
  switch (word) {
    case 'idle':
      return idle;
    case 'saving':
      return savingTexts.saving;
    case 'saved':
      return time ? savingTexts.savedAt(time) : '';
    case 'offline':
      return offline ?? savingTexts.savedOffline;
    case 'error':
      return failed;
    case 'refused':
      return refused;
  }
}
