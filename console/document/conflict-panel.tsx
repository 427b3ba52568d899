import { REJECTIONS } from '@orbita/domain/document';
import { Button } from '@orbita/web/ui/button';
import { Notice } from '@orbita/web/ui/notice';
import { useCopy } from '@orbita/web/ui/use-copy.ts';
import { useEffect, useRef } from 'react';
import { hour } from '../app/zone.ts';
import { documentTexts as t } from '../texts/document.ts';
import { UsersIcon } from '../ui/icons/users.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { useKeys } from '../ui/keys.ts';
import type { Conflict } from './document.ts';
import type { Decision, Refused } from './use-decision.ts';

type Props = {
  refused: Refused;
  /** What the person typed and did not send, or sent and was refused. */
  text: string;
  onNext: () => void;
  onAgain: () => void;
  onTakeOver: () => void;
};

const titleOf = ({ code, by, at, until }: Conflict): string => {
  if (code === 'VERSION_CONFLICT') return t.changed;
  if (code === 'CLAIMED_BY_OTHER') return by ? t.takenBy(by, until && hour(until)) : t.conflictTaken;
  return by && at ? t.decidedBy(by, hour(at)) : t.decidedMeanwhile;
};
const helpOf = ({ code, at }: Conflict): string => {
  if (code === 'CLAIMED_BY_OTHER') return t.conflictTakenHelp;
  if (code === 'VERSION_CONFLICT') return `${at ? `${t.swapped(hour(at))} ` : ''}${t.conflictChangedHelp}`;
  return t.notSent;
};
const stateOf = (state: string): string => t.done[state as keyof typeof t.done] ?? state;
const reasonOf = (decision: Decision): string =>
  decision.kind === 'rejected' ? REJECTIONS[decision.reason] : t.done[decision.kind];

/** Somebody was faster, or the item changed: who decided what, and the typed text as it was (spec 25.4.3). */
export function ConflictPanel({ refused, text, onNext, onAgain, onTakeOver }: Props) {
  const { conflict, decision } = refused;
  const title = useRef<HTMLDivElement>(null);
  const { copied, copy } = useCopy(text);
  useEffect(() => title.current?.focus(), []);
  const main = conflict.code === 'VERSION_CONFLICT' ? onAgain : onNext;
  useKeys(t.keyGroup, [
    { key: 'n', label: t.openNext, run: onNext },
    { key: 'Escape', label: t.checkAgain, run: onAgain },
  ]);
  return (
    <>
      <div className="bench__scroll">
        <div tabIndex={-1} ref={title} className="bench__told">
          <Notice kind="warning" icon={UsersIcon} title={titleOf(conflict)} titleAs="h2" role="alert">
            {helpOf(conflict)}
          </Notice>
        </div>
        {conflict.code === 'STATE_CONFLICT' && (
          <section className="section" aria-labelledby="duas">
            <h2 id="duas">{t.what}</h2>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t.who}</th>
                  <th scope="col">{t.decision}</th>
                  <th scope="col">{t.counts}</th>
                </tr>
              </thead>
              <tbody>
                <tr>
                  <th scope="row">{conflict.by || t.someone}</th>
                  <td>{stateOf(conflict.state)}</td>
                  <td>{t.yes}</td>
                </tr>
                <tr>
                  <th scope="row">{t.you}</th>
                  <td>{t.done[decision.kind]}</td>
                  <td>{t.notSentCell}</td>
                </tr>
              </tbody>
            </table>
          </section>
        )}
        {text && (
          <section className="section" aria-labelledby="texto">
            <h2 id="texto">{t.yourText}</h2>
            <div className="letter">
              <small>{reasonOf(decision)}</small>“{text}”
            </div>
            <div className="row">
              <Button kind="outline" small onClick={copy}>
                {copied ? t.copied : t.copy}
              </Button>
            </div>
          </section>
        )}
      </div>
      <div className="bench__foot">
        <Button className="button--large" block onClick={main}>
          {conflict.code === 'VERSION_CONFLICT' ? t.checkAgain : t.openNext}
          {conflict.code !== 'VERSION_CONFLICT' && <Kbd keys="N" />}
        </Button>
        <div className="row row--between">
          {conflict.code === 'CLAIMED_BY_OTHER' && (
            <Button kind="quiet" small onClick={onTakeOver}>
              {t.takeOver}
            </Button>
          )}
          {conflict.code === 'VERSION_CONFLICT' ? (
            <Button kind="quiet" small onClick={onNext}>
              {t.openNext}
              <Kbd keys="N" />
            </Button>
          ) : (
            <Button kind="quiet" small onClick={onAgain}>
              {t.checkAgain}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
