import { Button } from '@orbita/web/ui/button';
import { Notice } from '@orbita/web/ui/notice';
import { useCopy } from '@orbita/web/ui/use-copy.ts';
import { useEffect, useRef } from 'react';
import { hour } from '../app/zone.ts';
import { essayTexts as t } from '../texts/essay.ts';
import { UsersIcon } from '../ui/icons/users.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';
import type { Refusal } from './essay.ts';

/** What the panel says in one sentence of a mark that was not taken. */
export const refusedTitle = ({ code, message, by, at }: Refusal): string =>
  code === 'STATE_CONFLICT' && by && at ? t.decidedBy(by, hour(at)) : message;

type Props = {
  title: string;
  /** False: nothing was sent, the essay just waits for nobody any more. */
  wasSent: boolean;
  score: string;
  comment: string;
  onNext: () => void;
  /** Undefined where looking again changes nothing. */
  onAgain: (() => void) | undefined;
  onTakeOver: (() => void) | undefined;
};

/** The essay is not hers to mark (any more): why, and the comment as it was, to be copied (spec 25.7). */
export function RefusedPanel({ title, wasSent, score, comment, onNext, onAgain, onTakeOver }: Props) {
  const head = useRef<HTMLDivElement>(null);
  const { copied, copy } = useCopy(comment);
  useEffect(() => head.current?.focus(), []);
  useKeys(t.keyGroup, [{ key: 'n', label: t.openNext, run: onNext }]);
  return (
    <>
      <div className="bench__scroll">
        <div tabIndex={-1} ref={head} className="bench__told">
          <Notice kind="warning" icon={UsersIcon} title={title} titleAs="h2" role="alert">
            {wasSent ? t.notSent : undefined}
          </Notice>
        </div>
        {comment && (
          <section className="section" aria-labelledby="texto">
            <h2 id="texto">{t.yourComment}</h2>
            <div className="letter">
              {score && <small>{t.points(Number(score))}</small>}
              {comment}
            </div>
            <div className="row">
              <Button kind="outline" small onClick={copy}>
                {copied ? t.commentCopied : t.copyComment}
              </Button>
            </div>
          </section>
        )}
      </div>
      <div className="bench__foot">
        <Button className="button--large" block onClick={onAgain ?? onNext}>
          {onAgain ? t.checkAgain : t.openNext}
          {!onAgain && <Kbd keys="N" />}
        </Button>
        <div className="row row--between">
          {onTakeOver && (
            <Button kind="quiet" small onClick={onTakeOver}>
              {t.takeOver}
            </Button>
          )}
          {onAgain && (
            <Button kind="quiet" small onClick={onNext}>
              {t.openNext}
              <Kbd keys="N" />
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
