import { Button } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import type { ReactNode } from 'react';
import { essayTexts as t } from '../texts/essay.ts';
import { AnnouncedNotice } from '../ui/announce.tsx';
import { Kbd } from '../ui/kbd.tsx';

type Props = {
  failure: string | undefined;
  notice: string;
  /** With only this mark the candidate would not be approved. */
  refuses: boolean;
  /** Save state of draft and mark. */
  line: ReactNode;
  /** Replaces the decision. */
  hindered: ReactNode;
  sending: boolean;
  onSend: () => void;
  /** Undefined while skipping is not possible. */
  onSkip: (() => void) | undefined;
  onBack: (() => void) | undefined;
  onSecond: (() => void) | undefined;
  onNext: () => void;
};

/** Foot of the review: status, the decision, and the ways to leave; it never moves between essays (look, 5). */
export function Foot(props: Props) {
  const { failure, notice, refuses, line, hindered, sending, onSend, onSkip, onBack, onSecond, onNext } =
    props;
  return (
    <div className="review__foot">
      {failure && <Notice kind="danger" role="alert" title={failure} />}
      {notice && <AnnouncedNotice kind="success" title={notice} />}
      {refuses && <AnnouncedNotice kind="warning" title={t.refuses} rests />}
      {line}
      {hindered ?? (
        <Button
          className="button--large"
          block
          busy={sending && t.sending}
          aria-keyshortcuts="Control+Enter"
          onClick={onSend}
        >
          {t.send}
          <Kbd keys="Ctrl+Enter" />
        </Button>
      )}
      <div className="row row--between">
        {onSkip && (
          <Button kind="quiet" small aria-keyshortcuts="S" onClick={onSkip}>
            {t.skip}
            <Kbd keys="S" />
          </Button>
        )}
        {onBack && (
          <Button kind="quiet" small aria-keyshortcuts="L" onClick={onBack}>
            {t.giveBack}
            <Kbd keys="L" />
          </Button>
        )}
        {onSecond && (
          <Button kind="quiet" small onClick={onSecond}>
            {t.askSecond}
          </Button>
        )}
        <Button kind="quiet" small aria-keyshortcuts="N" onClick={onNext}>
          {t.following}
          <Kbd keys="N" />
        </Button>
      </div>
    </div>
  );
}
