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
  /** Time of the last save as displayed ("14:32:07"). */
  time: string | undefined;
  /** Text shown when a save failed (`failed`) or the text cannot be saved (`refused`). */
  failed: string;
  refused: string;
  /** Text shown while the browser is offline; by default that the text is kept. */
  offline?: string | undefined;
  /** Text shown while there is nothing to save; by default none. */
  idle?: string | undefined;
};

const TROUBLE: readonly SaveStatusWord[] = ['offline', 'error'];

/**
 * Save status of texts that save themselves: it never claims more than is true. Only trouble and its end are announced, since a
 * sentence at every save would interrupt the writing.
 */
export function SaveStatus(props: SaveStatusProps) {
  const { word } = props;
  const troubled = useRef(false);
  const before = useRef(word);
  if (TROUBLE.includes(word)) troubled.current = true;
  // Recovery is announced once: a later save has nothing to do with it.
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
