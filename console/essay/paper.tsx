import { composed } from '@orbita/domain/essay';
import { Disclosure } from '@orbita/ui/disclosure';
import { LinkAction } from '@orbita/ui/link-action';
import { Notice } from '@orbita/ui/notice';
import { useMemo } from 'react';
import { exactly, when } from '../base/zone.ts';
import { essayTexts as t } from '../texts/essay.ts';
import type { Essay, Similar } from './essay.ts';
import { EssayText, EssayTitle, QuotationLegend } from './essay-text.tsx';
import { hiddenIn } from './pieces.ts';

type Props = {
  essay: Essay;
  /** The essay it is compared with, if any. */
  similar: Similar | undefined;
  run: number | undefined;
  /** Undefined if it cannot be recused now. */
  onRecuse: (() => void) | undefined;
};

/** The text, and the theme it was written about (spec 25.7). Nothing here identifies the author. */
export function Paper({ essay, similar, run, onRecuse }: Props) {
  const text = useMemo(() => composed(essay.essay ?? ''), [essay.essay]);
  const title = useMemo(() => composed(essay.title ?? ''), [essay.title]);
  const passages = useMemo(
    () => (similar?.runs ?? []).map(({ start, end }, at) => ({ start, end, run: at })),
    [similar],
  );
  // In a comparison with an essay on another theme, quotations from that theme's texts do not count either.
  const quotations = similar?.quotations ?? essay.quotations;
  const hidden = hiddenIn(text) + hiddenIn(title);
  const facts = [
    t.words(essay.wordCount),
    essay.completedDate ? t.delivered(when(essay.completedDate)) : '',
    essay.timedOut ? t.timedOut : '',
  ];
  return (
    <div className="sheet">
      <Disclosure
        className="theme"
        summary={
          <>
            <span className="muted">{t.theme}</span> {essay.theme}
          </>
        }
      >
        <h2 className="theme__head">{t.support}</h2>
        {essay.supportTexts.map((support) => (
          <p key={support} className="theme__text">
            {support}
          </p>
        ))}
      </Disclosure>
      {hidden > 0 && <Notice kind="warning" title={t.hidden(hidden)} />}
      <QuotationLegend quotations={quotations} />
      <article className="sheet__paper" aria-label={t.paper}>
        <h2 className="sheet__title">
          {title ? <EssayTitle text={title} /> : <span className="muted">{t.untitled}</span>}
        </h2>
        <EssayText text={text} passages={passages} quotations={quotations} current={run} />
      </article>
      <p className="meta sheet__facts">
        <span title={essay.completedDate ? exactly(essay.completedDate) : undefined}>
          {facts.filter(Boolean).join(' · ')}
        </span>
        {onRecuse && <LinkAction onClick={onRecuse}>{t.recuse}</LinkAction>}
      </p>
    </div>
  );
}
