import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { Fragment, memo, type ReactNode } from 'react';
import { essayTexts as t } from '../texts/essay.ts';
import { type Passage, type Piece, piecesOf } from './pieces.ts';

type Props = {
  text: string;
  passages: readonly (Passage & { run: number })[];
  /** What it quotes of the support texts. */
  quotations: readonly Passage[];
  /** The passage that is looked at. */
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

/** A title as it was written, on one line. */
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

/** How the marks of quotations look, and how many there are (spec 25.7). */
export const QuotationLegend = ({ quotations }: Pick<Props, 'quotations'>) =>
  quotations.length > 0 && (
    <p className="meta quote-legend">
      <span aria-hidden="true">
        <span className="quoted">{t.quoteSample}</span> <span className="quote-end">{t.quoteSign}</span>
      </span>
      <span>{t.quotations(quotations.length)}</span>
    </p>
  );

/** A text as it was written: plain, with what hides in it, what it quotes and what it shares drawn as marks (spec 25.7). */
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
