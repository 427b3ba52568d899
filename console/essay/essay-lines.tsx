import type { Answer } from '@orbita/protocol';
import { Anchor } from '@orbita/ui/link';
import { Fact } from '../act/part.tsx';
import { useMay } from '../base/me.ts';
import { selectionPartTexts as t } from '../texts/parts.ts';

type Essay = Answer<'GET /operations/subscriptions/{id}/essays'>[number];

const resultOf = ({ approved, state }: Essay): string => {
  if (approved === null) return t.essayStates[state];
  return approved ? t.approved : t.rejected;
};

/** Attempts at the essay, each with its result; with a link for people who work on essays and may know the author. */
export function EssayLines({ essays }: { essays: readonly Essay[] }) {
  const may = useMay()('essays.grade', 'essays.lead');
  return essays.map((one) => (
    <Fact
      key={one.attempt}
      label={t.essay(one.attempt)}
      small={one.score !== null && t.score(one.score, one.minScore)}
    >
      {resultOf(one)}
      {may && one.essayId !== null && (
        <>
          {' '}
          <Anchor className="link-quiet" href={`/redacoes/${one.essayId}`}>
            {t.openEssay}
          </Anchor>
        </>
      )}
    </Fact>
  ));
}
