import '../styles/save-line.css';
import { essayTexts as t } from '../texts/essay.ts';
import { AlertIcon } from '../ui/icons/alert.tsx';
import { CheckCircleIcon } from '../ui/icons/check-circle.tsx';
import { WifiOffIcon } from '../ui/icons/wifi-off.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { SaveWord } from './autosave.ts';
import { secondsOf } from './moments.ts';

const looks = {
  idle: 'idle',
  saving: 'saving',
  saved: 'saved',
  offline: 'offline',
  error: 'error',
  'too-long': 'error',
};

/** Save line of the editor: it never claims more than is true, and the text is safe in the tab meanwhile. */
export function SaveStatus({ word, savedAt }: { word: SaveWord; savedAt: string | null }) {
  return (
    <div className="save-line" data-state={looks[word]} role="status">
      {word === 'saving' && <Spinner />}
      {word === 'saved' && <CheckCircleIcon />}
      {word === 'offline' && <WifiOffIcon />}
      {(word === 'error' || word === 'too-long') && <AlertIcon />}
      <span>{textOf(word, savedAt)}</span>
    </div>
  );
}

function textOf(word: SaveWord, savedAt: string | null): string {
  switch (word) {
    case 'idle':
      return '';
    case 'saving':
      return t.saving;
    case 'saved':
      return savedAt ? t.savedAt(secondsOf(savedAt)) : '';
    case 'offline':
      return t.offline;
    case 'error':
      return t.saveFailed;
    case 'too-long':
      return t.tooLong;
  }
}
