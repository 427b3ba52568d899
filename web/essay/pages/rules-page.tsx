import { ActionBar } from '@orbita/ui/action-bar';
import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Check } from '@orbita/ui/check';
import { Notice } from '@orbita/ui/notice';
import { Numbered } from '@orbita/ui/numbered';
import { PageHead } from '@orbita/ui/page';
import { useState } from 'react';
import { useTitle } from '../../base/title.ts';
import { SwitchBar } from '../../selection/switch-ingress.tsx';
import { StepPage } from '../../subscription/step-frame.tsx';
import type { StepProps } from '../../subscription/step-props.ts';
import { adjustmentTexts } from '../../texts/adjustments.ts';
import { essayTexts as t } from '../../texts/essay.ts';
import { switchTexts } from '../../texts/selection.ts';
import { Adjustments, useToldFirst } from '../adjustments.tsx';
import type { EssayParts } from '../parts.ts';
import { useStart } from '../use-start.ts';

type RulesProps = EssayParts & Pick<StepProps, 'reload'>;

/** S-17: the rules, before the clock starts. */
export function RulesPage({ subscription, steps, overview, reload }: RulesProps) {
  const { start, busy, failure } = useStart(subscription.id);
  const told = useToldFirst(subscription.id, start, adjustmentTexts.essay);
  const [agreed, setAgreed] = useState(false);
  const [missing, setMissing] = useState(false);
  useTitle(t.rulesTitle, missing);

  const begin = () => {
    setMissing(!agreed);
    if (agreed) told.begin();
    else document.getElementById('regras')?.focus();
  };
  const other = (
    <SwitchBar
      subscription={subscription}
      reload={reload}
      to="exam-score"
      losing={overview.attempts.length > 0 ? switchTexts.losingEssay : undefined}
    />
  );
  return (
    <StepPage subscription={subscription} steps={steps}>
      <PageHead title={t.rulesTitle} lead={t.rulesLead} />
      <Card>
        <Numbered
          steps={t.rules(overview.rules).map(({ title, note }) => (
            <span key={title}>
              <b>{title}</b>
              <br />
              <span className="muted small">{note}</span>
            </span>
          ))}
        />
      </Card>
      {overview.attemptsLeft === 0 ? (
        <>
          <Notice kind="warning" title={t.noAttempts} />
          {other}
        </>
      ) : (
        <>
          <div>
            <Check
              id="regras"
              checked={agreed}
              error={missing && t.required}
              onChange={(event) => {
                setAgreed(event.target.checked);
                if (event.target.checked) setMissing(false);
              }}
            >
              {t.agree}
            </Check>
            <p className="small muted">{t.attemptsLeft(overview.attemptsLeft)}</p>
          </div>
          <Adjustments subscriptionId={subscription.id} />
          {told.question}
          {other}
          <ActionBar sticky>
            {failure && <Notice kind="danger" role="alert" title={failure} />}
            <Button block busy={busy && t.starting} onClick={begin}>
              {t.start}
            </Button>
          </ActionBar>
        </>
      )}
    </StepPage>
  );
}
