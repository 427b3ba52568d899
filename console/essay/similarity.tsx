import { Button } from '@orbita/ui/button';
import { Notice } from '@orbita/ui/notice';
import type { CSSProperties } from 'react';
import { essayTexts as t } from '../texts/essay.ts';
import { Kbd } from '../ui/kbd.tsx';
import { Mark } from '../ui/state.tsx';
import { FilterPills } from '../ui/table-parts.tsx';
import type { Essay, Similar } from './essay.ts';

type Props = {
  similarity: Essay['similarity'];
  similar: readonly Similar[];
  chosen: Similar | undefined;
  onChoose: (label: string) => void;
  run: number | undefined;
  onWalk: (by: 1 | -1) => void;
  comparing: boolean;
  onCompare: () => void;
  failed: boolean;
};

const percentOf = (share: number): number => Math.round(share * 100);

/** How much of the text also occurs in another one, with the threshold of suspicion, and a way to compare (spec 25.7). */
export function Similarity(props: Props) {
  const { similarity, similar, chosen, onChoose, run, onWalk, comparing, onCompare, failed } = props;
  const percent = percentOf(chosen?.share ?? similarity.max);
  const { suspected } = similarity;
  return (
    <section className="section" aria-labelledby="semelhanca">
      <div className="section__head">
        <h2 id="semelhanca">
          {suspected ? <Mark kind="danger">{t.suspected(percent)}</Mark> : t.similarity(percent)}
        </h2>
        <span className="meta">{t.limit}</span>
      </div>
      <div
        className="likeness"
        role="img"
        aria-label={t.meter(percent)}
        style={{ '--value': `${percent}%` } as CSSProperties}
      >
        <span />
      </div>
      {failed && <Notice kind="danger" role="status" title={t.failedSimilar} />}
      {similar.length > 1 && (
        <FilterPills
          legend={t.others}
          options={similar.map(({ label, share }) => ({
            value: label,
            label: t.other(label),
            count: `${percentOf(share)} %`,
          }))}
          value={chosen?.label ?? ''}
          onChange={onChoose}
        />
      )}
      {chosen && (
        <>
          <p className="small">
            {t.hits(chosen.runs.length, chosen.label)} <span className="meta">{t.quoting}</span>
          </p>
          <div className="row">
            <Button kind="outline" small onClick={onCompare}>
              {comparing ? t.comparing : t.compare}
            </Button>
            <Button
              kind="quiet"
              small
              aria-label={t.previousRun}
              aria-keyshortcuts="["
              onClick={() => onWalk(-1)}
            >
              {t.previousShort}
              <Kbd keys="[" />
            </Button>
            <Button kind="quiet" small aria-label={t.nextRun} aria-keyshortcuts="]" onClick={() => onWalk(1)}>
              {t.nextShort}
              <Kbd keys="]" />
            </Button>
          </div>
          <p className="meta" role="status">
            {run !== undefined && t.runOf(run + 1, chosen.runs.length)}
          </p>
        </>
      )}
    </section>
  );
}
