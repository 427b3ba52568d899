import { Button } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import { useState } from 'react';
import type { Phase } from '../base/autosave.ts';
import { NoCopy } from '../base/no-copy.tsx';
import { essayTexts as t } from '../texts/essay.ts';
import type { Draft } from './draft.ts';

type EditorNoticesProps = {
  phase: Phase;
  isUp: boolean;
  isUnsent: boolean;
  /** Text of this tab that lost to a save of another window. */
  other: Draft | undefined;
  onUseOther: (draft: Draft) => void;
  onTakeOver: () => void;
};

/** Why nothing can be written any more; with time left, it was finished here or in another window. */
export function endOf(phase: Phase, isUp: boolean, isUnsent: boolean): string {
  if (!isUp) return t.finished;
  return isUnsent && phase !== 'over' ? t.timeIsUp : t.timeOver;
}

/** Why the sheet is closed, or the choice of which of two texts to continue. */
export function EditorNotices({ phase, isUp, isUnsent, other, onUseOther, onTakeOver }: EditorNoticesProps) {
  const [decided, setDecided] = useState(false);
  if (isUp || phase === 'over') {
    return (
      <Notice kind="warning" role="status" title={endOf(phase, isUp, isUnsent)}>
        {t.timeOverHelp}
      </Notice>
    );
  }
  if (phase === 'stale') {
    return (
      <Notice kind="warning" role="alert" title={t.stale}>
        <p>{t.staleHelp}</p>
        <div>
          <Button kind="outline" small onClick={onTakeOver}>
            {t.takeOver}
          </Button>
        </div>
      </Notice>
    );
  }
  if (!other || decided) return <NoCopy />;
  return (
    <Notice kind="info" role="status" title={t.other}>
      <p>{t.otherHelp}</p>
      <div className="row">
        <Button
          kind="outline"
          small
          onClick={() => {
            setDecided(true);
            onUseOther(other);
          }}
        >
          {t.useOther}
        </Button>
        <Button kind="quiet" small onClick={() => setDecided(true)}>
          {t.keepServer}
        </Button>
      </div>
    </Notice>
  );
}
