import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { Fragment, memo, type ReactNode } from 'react';
import { essayTexts as t } from '../texts/essay.ts';
import { type Passage, type Piece, piecesOf } from './pieces.ts';

type Props = {
  text: string;
  passages: readonly (Passage & { run: number })[];
  /** Its quotations from the support texts. */
  quotations: readonly Passage[];
  /** The current passage. */
  current: number | undefined;
};

function draw(piece: Piece, current: number | undefined): ReactNode {
  if (piece.kind === 'end')
    return (
      <span className="mark-no">
        <span aria-hidden="true">{piece.run + 1}</span>
        <VisuallyHidden> ({t.runEnd(piece.run + 1)}) </VisuallyHidden>
      </span>
    );
  if (piece.kind === 'quote')
    return piece.edge === 'start' ? (
      <VisuallyHidden> ({t.quoteStart}) </VisuallyHidden>
    ) : (
      <span className="quote-end">
        <span aria-hidden="true">{t.quoteSign}</span>
        <VisuallyHidden> ({t.quoteEnd}) </VisuallyHidden>
      </span>
    );
  const quoted = piece.isQuoted ? 'quoted' : undefined;
  const inside =
    piece.kind === 'text' ? (
      piece.text
    ) : (
      <span className="hidden-mark" title={t.hiddenMark(piece.code)}>
        <span aria-hidden="true">{piece.code.slice(2)}</span>
        <VisuallyHidden> ({t.hiddenMark(piece.code)}) </VisuallyHidden>
      </span>
    );
  if (piece.run === undefined) return quoted ? <span className={quoted}>{inside}</span> : inside;
  return (
    <mark className={quoted} data-run={piece.run} data-current={piece.run === current || undefined}>
      {inside}
    </mark>
  );
}

/** A title as written, on one line. */
export const EssayTitle = ({ text }: { text: string }) => (
  <span className="sheet__line">
    {piecesOf(text.replaceAll('\n', ' '), [])
      .flat()
      .map((piece, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a delivered title keep their places
        <Fragment key={place}>{draw(piece, undefined)}</Fragment>
      ))}
  </span>
);

/** A legend of how quotations are marked, with their number (spec 25.7). */
export const QuotationLegend = ({ quotations }: Pick<Props, 'quotations'>) =>
  quotations.length > 0 && (
    <p className="meta quote-legend">
      <span aria-hidden="true">
        <span className="quoted">{t.quoteSample}</span> <span className="quote-end">{t.quoteSign}</span>
      </span>
      <span>{t.quotations(quotations.length)}</span>
    </p>
  );

/** A text as written: plain, with hidden characters, quotations and shared passages marked (spec 25.7). */
export const EssayText = memo(function EssayText({ text, passages, quotations, current }: Props) {
  return (
    <div className="sheet__text">
      {piecesOf(text, passages, quotations).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a delivered text keep their places
        <p key={at}>
          {line.map((piece, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a delivered paragraph keep their places
            <Fragment key={place}>{draw(piece, current)}</Fragment>
          ))}
        </p>
      ))}
    </div>
  );
});
