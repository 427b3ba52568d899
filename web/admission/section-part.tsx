import { SECTIONS } from '@orbita/domain/admission';
import { Accordion } from '@orbita/ui/accordion';
import { reveal } from '@orbita/ui/reveal.ts';
import { useState } from 'react';
import { ConflictNotice } from './conflict-notice.tsx';
import { SectionChip } from './section-chip.tsx';
import { SectionRows } from './section-rows.tsx';
import { problemsOf, sectionWord } from './section-state.ts';
import { sectionId } from './section-values.ts';
import type { SectionNow } from './use-questionnaire.ts';

type SectionPartProps = { now: SectionNow; whole: boolean; open: boolean };

/** One section: its rows, or two versions of them to choose from. It is saved when it is left. */
export function SectionPart({ now, whole, open }: SectionPartProps) {
  const { section, saver, state } = now;
  const [round, setRound] = useState(0);
  const stale = state.phase === 'stale';
  const save = () => saver.send({ type: 'hurry' });
  return (
    <Accordion
      id={sectionId(section.key)}
      title={section.label}
      state={<SectionChip word={sectionWord(now)} />}
      open={open}
      urgent={stale}
      onClose={save}
    >
      {stale && (
        <ConflictNotice
          now={now}
          onChosen={() => {
            setRound(round + 1);
            reveal(sectionId(section.key));
          }}
        />
      )}
      <fieldset
        className="stack stack--wide"
        disabled={stale}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) save();
        }}
      >
        <legend className="visually-hidden">{section.label}</legend>
        <SectionRows
          key={round}
          sectionKey={section.key}
          least={Math.max(section.min, SECTIONS[section.key].max === 1 ? 1 : 0)}
          start={state.draft}
          problems={problemsOf(now, whole)}
          whole={whole}
          onChange={saver.typed}
        />
      </fieldset>
    </Accordion>
  );
}
