import { Notice } from '@orbita/ui/notice';
import { useMemo } from 'react';
import { essayTexts as t } from '../texts/essay.ts';
import type { Similar } from './essay.ts';
import { EssayText, EssayTitle, QuotationLegend } from './essay-text.tsx';
import type { Passage } from './pieces.ts';

const NONE: readonly Passage[] = [];

/** The other text beside the one being graded, with their common passages (spec 25.7). */
export function OtherPaper({ similar, run }: { similar: Similar; run: number | undefined }) {
  const passages = useMemo(
    () =>
      similar.runs.flatMap(({ otherStart, otherEnd }, at) =>
        otherStart === null || otherEnd === null ? [] : [{ start: otherStart, end: otherEnd, run: at }],
      ),
    [similar],
  );
  return (
    <div className="sheet">
      <p className="sheet__label">{t.other(similar.label)}</p>
      <QuotationLegend quotations={similar.otherQuotations ?? NONE} />
      {similar.text === null ? (
        <Notice title={t.closedText} />
      ) : (
        <article className="sheet__paper" aria-label={t.otherText(similar.label)}>
          <h2 className="sheet__title">
            {similar.title ? (
              <EssayTitle text={similar.title} />
            ) : (
              <span className="muted">{t.untitled}</span>
            )}
          </h2>
          <EssayText
            text={similar.text}
            passages={passages}
            quotations={similar.otherQuotations ?? NONE}
            current={run}
          />
        </article>
      )}
    </div>
  );
}
