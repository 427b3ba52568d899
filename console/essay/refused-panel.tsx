import type { ReactNode } from 'react';
import { essayTexts as t } from '../texts/essay.ts';
import { KeptText, RefusedReview } from '../work/refused.tsx';
import { DecidedBy } from '../work/said-of.tsx';
import type { Refusal } from './essay.ts';

/** Title of the panel about a mark that was refused. */
export const refusedTitle = ({ code, message, by, at }: Refusal): ReactNode =>
  code === 'STATE_CONFLICT' && by && at ? <DecidedBy by={by} at={at} /> : message;

type Props = {
  title: ReactNode;
  /** False: nothing was sent; the essay was decided or withdrawn before. */
  wasSent: boolean;
  score: string;
  comment: string;
  onNext: () => void;
  /** Undefined if refetching changes nothing. */
  onAgain: (() => void) | undefined;
  onTakeOver: (() => void) | undefined;
};

/** The essay cannot be marked by this person (any more): shows why, and the comment for copying (spec 25.7). */
export function RefusedPanel({ title, wasSent, score, comment, onNext, onAgain, onTakeOver }: Props) {
  return (
    <RefusedReview
      keyGroup={t.keyGroup}
      title={title}
      help={wasSent ? t.notSent : undefined}
      openNext={t.openNext}
      onNext={onNext}
      onAgain={onAgain}
      leadsAgain={onAgain !== undefined}
      onTakeOver={onTakeOver}
    >
      {comment && (
        <KeptText title={t.yourComment} text={comment} copy={t.copyComment} copied={t.commentCopied}>
          {score && <small>{t.points(Number(score))}</small>}
          {comment}
        </KeptText>
      )}
    </RefusedReview>
  );
}
