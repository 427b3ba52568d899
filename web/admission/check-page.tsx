import { incompleteText, SECTIONS } from '@orbita/domain/admission';
import { ActionBar } from '@orbita/ui/action-bar';
import { AskDialog } from '@orbita/ui/ask-dialog';
import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { ErrorSummary, type SummaryError } from '@orbita/ui/error-summary';
import { LinkAction } from '@orbita/ui/link-action';
import { PageHead } from '@orbita/ui/page';
import { useId, useState } from 'react';
import { summaryText } from '../base/summary-text.ts';
import { useTitle } from '../base/title.ts';
import { StepFrame } from '../subscription/step-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { questionnaireTexts as t } from '../texts/admission.ts';
import { Answers } from './answers.tsx';
import { SectionChip } from './section-chip.tsx';
import { problemsOf, sectionWord } from './section-state.ts';
import { controlId, keptOf, sectionId } from './section-values.ts';
import type { SectionNow } from './use-questionnaire.ts';
import { useSubmit } from './use-submit.ts';

type CheckPageProps = Pick<StepProps, 'subscription' | 'steps'> & {
  sections: readonly SectionNow[];
  /** Back to the questionnaire, at one of its controls. */
  onOpen: (id: string | null) => void;
  onSent: () => Promise<void>;
};

/** Shows what was answered and what is missing, before it is sent. */
export function CheckPage({ subscription, steps, sections, onOpen, onSent }: CheckPageProps) {
  const submit = useSubmit(subscription.id, sections, onSent);
  const [tries, setTries] = useState(0);
  const open = sections.filter((now) => !isReady(now));
  const empty = sections.filter((now) => sectionWord(now) === 'empty');
  const shown = sections.filter((now) => !empty.includes(now));
  const ask = () => {
    setTries(tries + 1);
    if (open.length === 0) submit.ask();
  };
  const refused = tries > 0 && open.length > 0;
  const { incomplete } = submit;
  useTitle(t.checkTitle, refused || incomplete !== null);
  return (
    <StepFrame
      subscription={subscription}
      steps={steps}
      bar={
        <ActionBar sticky>
          <Button block onClick={ask}>
            {t.send}
          </Button>
        </ActionBar>
      }
    >
      <div className="stack stack--tight">
        <div>
          <LinkAction onClick={() => onOpen(null)}>{t.back}</LinkAction>
        </div>
        <PageHead title={t.checkTitle} lead={t.checkLead} />
      </div>
      {refused && (
        <ErrorSummary
          title={incompleteText(open.map(({ section }) => section.key))}
          errors={open.flatMap(missingOf)}
          focusOn={tries}
          onFollow={onOpen}
        />
      )}
      {!refused && incomplete && (
        <ErrorSummary
          title={incomplete.message}
          errors={incomplete.keys.map((key) => ({ id: sectionId(key), message: SECTIONS[key].label }))}
          focusOn={tries}
          onFollow={onOpen}
        />
      )}
      {shown.map((now) => (
        <CheckedSection key={now.key} now={now} onOpen={onOpen} />
      ))}
      {empty.length > 0 && <EmptySections sections={empty} onOpen={onOpen} />}
      <AskDialog
        open={submit.asking}
        title={t.confirmTitle}
        yes={t.send}
        no={t.confirmNo}
        onYes={submit.send}
        onNo={submit.cancel}
        busy={submit.busy && t.sending}
        failure={submit.failure}
      >
        <p>{t.confirm}</p>
      </AskDialog>
    </StepFrame>
  );
}

const isReady = (now: SectionNow): boolean => ['done', 'empty'].includes(sectionWord(now));

/** What a section lacks, as links: each names the field and its row. */
function missingOf(now: SectionNow): SummaryError[] {
  const { key, label } = now.section;
  if (now.state.phase === 'stale') return [{ id: sectionId(key), message: summaryText(label, t.conflict) }];
  return problemsOf(now, true).map(({ field, message }) => {
    const [, row, name] = field.split('.');
    const control = SECTIONS[key].fields.find((one) => one.name === name);
    if (!control) return { id: sectionId(key), message: summaryText(label, t.rowsMissing) };
    const place = SECTIONS[key].max === 1 ? label : t.rowName(key, Number(row) + 1);
    return { id: controlId(key, field), message: `${place}, ${summaryText(control.label, message)}` };
  });
}

type CheckedSectionProps = { now: SectionNow; onOpen: (id: string) => void };

function CheckedSection({ now, onOpen }: CheckedSectionProps) {
  const id = useId();
  const { key, label } = now.section;
  const rows = keptOf(key, now.state.draft);
  const missing = isReady(now) ? [] : missingOf(now);
  return (
    <Card aria-labelledby={id} className="stack">
      <div className="row row--between">
        <h2 className="h3" id={id}>
          {label}
        </h2>
        <SectionChip word={sectionWord(now)} />
      </div>
      <Answers sectionKey={key} rows={rows} />
      {missing.length > 0 && (
        <ul className="plain-list">
          {missing.map((one) => (
            <li key={one.id}>
              <LinkAction onClick={() => onOpen(one.id)}>{one.message}</LinkAction>
            </li>
          ))}
        </ul>
      )}
      <div>
        <LinkAction onClick={() => onOpen(sectionId(key))}>{t.edit(label)}</LinkAction>
      </div>
    </Card>
  );
}

type EmptySectionsProps = { sections: readonly SectionNow[]; onOpen: (id: string) => void };

/** Optional sections without answers, in one list: they contain nothing to check. */
function EmptySections({ sections, onOpen }: EmptySectionsProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="stack" look="flat">
      <div className="page__head">
        <h2 className="h3" id={id}>
          {t.empty}
        </h2>
        <p className="small muted">{t.emptyLead}</p>
      </div>
      <ul className="plain-list row row--acts">
        {sections.map(({ section: { key, label } }) => (
          <li key={key}>
            <LinkAction onClick={() => onOpen(sectionId(key))}>{label}</LinkAction>
          </li>
        ))}
      </ul>
    </Card>
  );
}
