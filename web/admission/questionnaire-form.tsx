import { ActionBar } from '@orbita/ui/action-bar';
import { Button } from '@orbita/ui/button';
import { Meter } from '@orbita/ui/meter';
import { PageHead } from '@orbita/ui/page';
import { reveal } from '@orbita/ui/reveal.ts';
import { SaveStatus } from '@orbita/ui/save-status';
import { savingTexts } from '@orbita/ui/saving-texts.ts';
import { useEffect, useState } from 'react';
import { NoCopy, useCopyKept } from '../base/no-copy.tsx';
import { useTitle } from '../base/title.ts';
import { secondsOf } from '../essay/moments.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { questionnaireTexts as t } from '../texts/admission.ts';
import { SectionPart } from './section-part.tsx';
import { lastSaved, savingWord, sectionWord } from './section-state.ts';
import { type SectionNow, saveAll } from './use-questionnaire.ts';

type QuestionnaireFormProps = Pick<StepProps, 'subscription' | 'steps'> & {
  sections: readonly SectionNow[];
  /** The person tried to continue, so every field shows what is missing. */
  whole: boolean;
  /** Control to start at. */
  target: string | null;
  onReview: () => void;
};

/** The sections to fill in; each saves itself. */
export function QuestionnaireForm({
  subscription,
  steps,
  sections,
  whole,
  target,
  onReview,
}: QuestionnaireFormProps) {
  useTitle(t.title);
  const [kept, setKept] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (target === null) return;
    // After the focus has moved to the page's heading.
    const later = setTimeout(() => reveal(target));
    return () => clearTimeout(later);
  }, [target]);
  const save = async () => {
    setBusy(true);
    setKept(false);
    setKept(await saveAll(sections));
    setBusy(false);
  };
  const copied = useCopyKept();
  const word = savingWord(sections);
  const time = lastSaved(sections);
  const done = sections.filter((one) => sectionWord(one) === 'done').length;
  const mandatory = sections.filter(({ section }) => section.mandatory);
  const first = mandatory[0] ?? sections[0];
  return (
    <StepFrame
      subscription={subscription}
      steps={steps}
      bar={
        <ActionBar sticky>
          <div className="row row--between row--close">
            <SaveStatus
              word={word}
              time={time && secondsOf(time)}
              failed={t.saveFailed}
              refused={t.notSaved}
              offline={copied ? undefined : savingTexts.unkeptOffline}
              idle={kept && !busy ? t.nothingNew : undefined}
            />
            <Button kind="quiet" small busy={busy && t.saving} onClick={() => void save()}>
              {t.saveDraft}
            </Button>
          </div>
          <Button block onClick={onReview}>
            {t.review}
          </Button>
          <span className="visually-hidden" role="status">
            {kept && !busy && (word === 'idle' ? t.nothingNew : t.draftKept)}
          </span>
        </ActionBar>
      }
    >
      <PageHead title={t.title} lead={t.lead(mandatory.map(({ section }) => section.label))} />
      <NoCopy />
      <div className="stack stack--tight">
        <p className="small muted">{t.progress(done, sections.length)}</p>
        <Meter value={(done / Math.max(1, sections.length)) * 100} label={t.progressLabel} />
      </div>
      <div className="stack">
        {sections.map((now) => (
          <SectionPart key={now.key} now={now} whole={whole} open={now.key === first?.key} />
        ))}
      </div>
    </StepFrame>
  );
}
