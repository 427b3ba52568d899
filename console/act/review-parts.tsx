import { Button } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import type { ReactNode } from 'react';
import { claimTexts } from '../texts/claim.ts';
import { reviewTexts as t } from '../texts/review.ts';
import { Kbd } from '../ui/kbd.tsx';
import { type KeyBinding, useKeys } from '../ui/keys.ts';
import type { Conflict } from '../work/conflict.ts';
import { RefusedReview } from '../work/refused.tsx';
import { DecidedBy, TakenBy } from '../work/said-of.tsx';

type FootProps = {
  /** Heading of these keys in the key list. */
  keyGroup: string;
  keys?: readonly KeyBinding[];
  failure: string | undefined;
  /** What is said about the previous item. */
  problem: string | undefined;
  /** What was last done here, if the item stays open. */
  done?: string | undefined;
  waits: boolean | undefined;
  /** Replaces the decision. */
  hindered: ReactNode;
  /** The decision. */
  children: ReactNode;
  /** Undefined while skipping is not possible. */
  onSkip: (() => void) | undefined;
  onBack: () => void;
  onNext: () => void;
};

/** Foot of a review: the decision, and the ways to leave the item; it never moves between items (look, 5). */
export function ReviewFoot(props: FootProps) {
  const { keyGroup, keys = [], failure, problem, waits, hindered, children, onSkip, onBack, onNext } = props;
  useKeys(keyGroup, [
    ...keys,
    { key: 'n', label: t.following, run: onNext },
    ...(onSkip ? [{ key: 's', label: t.skip, decides: true, run: onSkip }] : []),
    { key: 'l', label: t.giveBack, run: onBack },
  ]);
  return (
    <div className="review__foot">
      <div role="status">
        {waits && <Notice kind="warning" title={t.waitsForLine} />}
        {problem && <Notice kind="warning" title={problem} />}
        {props.done && !problem && <Notice kind="success" title={props.done} />}
      </div>
      {failure && <Notice kind="danger" role="alert" title={failure} />}
      {hindered ?? children}
      <div className="row row--between">
        {onSkip && (
          <Button kind="quiet" small aria-keyshortcuts="S" onClick={onSkip}>
            {t.skip}
            <Kbd keys="S" />
          </Button>
        )}
        <Button kind="quiet" small aria-keyshortcuts="L" onClick={onBack}>
          {t.giveBack}
          <Kbd keys="L" />
        </Button>
        <Button kind="quiet" small aria-keyshortcuts="N" onClick={onNext}>
          {t.following}
          <Kbd keys="N" />
        </Button>
      </div>
    </div>
  );
}

type RefusedProps = {
  keyGroup: string;
  conflict: Conflict;
  onNext: () => void;
  onAgain: () => void;
  onTakeOver: () => void;
  /** What was typed but not sent. */
  children?: ReactNode;
};

const titleOf = ({ code, by, at, until, message }: Conflict): ReactNode => {
  if (code === 'VERSION_CONFLICT') return claimTexts.changed;
  if (code === 'CLAIMED_BY_OTHER') return by ? <TakenBy by={by} until={until} /> : t.taken;
  return by && at ? <DecidedBy by={by} at={at} /> : message;
};

const helpOf = ({ code }: Conflict): string => {
  if (code === 'CLAIMED_BY_OTHER') return t.takenHelp;
  return code === 'VERSION_CONFLICT' ? t.nothingWritten : t.notSent;
};

/** The actions after a refusal: refetch the item, or take it over. */
export const againOrTaken = (
  sending: { clear: () => void },
  review: { takeIt: () => Promise<unknown> },
  lookAgain: () => Promise<unknown>,
): Pick<RefusedProps, 'onAgain' | 'onTakeOver'> => {
  const cleared = (act: () => Promise<unknown>) => () => {
    sending.clear();
    void act();
  };
  return { onAgain: cleared(lookAgain), onTakeOver: cleared(review.takeIt) };
};

/** Replaces the panel: somebody was faster, or the item changed (spec 25.4.3). */
export const ReviewRefused = ({
  keyGroup,
  conflict,
  onNext,
  onAgain,
  onTakeOver,
  children,
}: RefusedProps) => (
  <RefusedReview
    keyGroup={keyGroup}
    title={titleOf(conflict)}
    help={helpOf(conflict)}
    openNext={t.openNext}
    onNext={onNext}
    onAgain={onAgain}
    leadsAgain={conflict.code === 'VERSION_CONFLICT'}
    onTakeOver={conflict.code === 'CLAIMED_BY_OTHER' ? onTakeOver : undefined}
  >
    {children}
  </RefusedReview>
);
