import { REJECTIONS } from '@orbita/domain/document';
import type { ReactNode } from 'react';
import { hour } from '../base/zone.ts';
import { claimTexts } from '../texts/claim.ts';
import { documentTexts as t } from '../texts/document.ts';
import { useKeys } from '../ui/keys.ts';
import { KeptText, RefusedReview } from '../work/refused.tsx';
import { DecidedBy, TakenBy } from '../work/said-of.tsx';
import type { Conflict } from './document.ts';
import type { Decision, Refused } from './use-decision.ts';

type Props = {
  refused: Refused;
  /** What the person typed without sending it, or sent and had refused. */
  text: string;
  onNext: () => void;
  onAgain: () => void;
  onTakeOver: () => void;
};

const titleOf = ({ code, by, at, until, message }: Conflict): ReactNode => {
  if (code === 'VERSION_CONFLICT') return claimTexts.changed;
  if (code === 'CLAIMED_BY_OTHER') return by ? <TakenBy by={by} until={until} /> : t.conflictTaken;
  return by && at ? <DecidedBy by={by} at={at} /> : message;
};
const helpOf = ({ code, at }: Conflict): string => {
  if (code === 'CLAIMED_BY_OTHER') return t.conflictTakenHelp;
  if (code === 'VERSION_CONFLICT') return `${at ? `${t.swapped(hour(at))} ` : ''}${t.conflictChangedHelp}`;
  return t.notSent;
};
const stateOf = (state: string): string => t.done[state as keyof typeof t.done] ?? state;
const reasonOf = (decision: Decision): string =>
  decision.kind === 'rejected' ? REJECTIONS[decision.reason] : t.done[decision.kind];

/** Somebody was faster, or the item changed: shows who decided what, and the typed text (spec 25.4.3). */
export function ConflictPanel({ refused, text, onNext, onAgain, onTakeOver }: Props) {
  const { conflict, decision } = refused;
  useKeys(t.keyGroup, [{ key: 'Escape', label: claimTexts.checkAgain, run: onAgain }]);
  return (
    <RefusedReview
      keyGroup={t.keyGroup}
      title={titleOf(conflict)}
      help={decision ? helpOf(conflict) : t.nothingSent}
      openNext={t.openNext}
      onNext={onNext}
      onAgain={onAgain}
      leadsAgain={conflict.code === 'VERSION_CONFLICT'}
      onTakeOver={conflict.code === 'CLAIMED_BY_OTHER' ? onTakeOver : undefined}
    >
      {conflict.code === 'STATE_CONFLICT' && conflict.by && (
        <section className="section" aria-labelledby="duas">
          <h2 id="duas">{decision ? t.what : t.decision}</h2>
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
                <th scope="row" translate="no">
                  {conflict.by}
                </th>
                <td>{stateOf(conflict.state)}</td>
                <td>{t.yes}</td>
              </tr>
              {decision && (
                <tr>
                  <th scope="row">{t.you}</th>
                  <td>{t.done[decision.kind]}</td>
                  <td>{t.notSentCell}</td>
                </tr>
              )}
            </tbody>
          </table>
        </section>
      )}
      {text && (
        <KeptText title={t.yourText} text={text} copy={t.copy} copied={t.copied}>
          {decision && <small>{reasonOf(decision)}</small>}“{text}”
        </KeptText>
      )}
    </RefusedReview>
  );
}
