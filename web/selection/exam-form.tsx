import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call, textOf } from '../app/api.ts';
import { useDomainForm } from '../app/form.ts';
import { useTitle } from '../app/title.ts';
import type { StepProps } from '../subscription/shell-page.tsx';
import { StepFrame } from '../subscription/step-frame.tsx';
import { examTexts as t } from '../texts/selection.ts';
import { ActionBar } from '../ui/action-bar.tsx';
import { Button } from '../ui/button.tsx';
import { Check } from '../ui/check.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field } from '../ui/field.tsx';
import { LinkAction } from '../ui/link-action.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import { TextInput } from '../ui/text-input.tsx';
import type { ExamScore } from './exam-score-card.tsx';
import { type ExamValues, examBody, examProblems, yearsOf } from './exam-values.ts';
import { examScoreQuery } from './queries.ts';
import { SwitchBar } from './switch-ingress.tsx';

type Props = StepProps & {
  score: ExamScore;
  /** What was typed before on this page. */
  typed: ExamValues | undefined;
  onSend: (values: ExamValues) => void;
  onSent: (answered: boolean) => void;
  /** There is a result to go back to. */
  onBack?: () => void;
};

const labels = { registration: t.registration, year: t.year, truth: t.truth };

/** The form of S-15: number and year of the exam. */
export function ExamForm({ subscription, steps, reload, score, typed, onSend, onSent, onBack }: Props) {
  const id = useId();
  const client = useQueryClient();
  const form = useDomainForm<ExamValues>(
    (values) => examProblems(values, score.years),
    { registration: typed?.registration ?? '', year: typed?.year ?? '', truth: false },
    { labels },
  );
  useTitle(t.title, form.summary.length > 0);
  const send = async (values: ExamValues) => {
    onSend(values);
    let answered = false;
    try {
      const answer = await call('POST /candidate/subscriptions/{id}/exam-score', {
        params: { id: subscription.id },
        body: examBody(values),
      });
      client.setQueryData(examScoreQuery(subscription.id).queryKey, answer);
      answered = true;
    } finally {
      // Also after a refusal: a failed look-up is a state of its own.
      await reload();
      onSent(answered);
    }
  };
  const { register, field, errors } = form;
  const failure = form.failure === undefined ? undefined : textOf(form.failure, t.failed);
  const failedBefore = score.state === 'failed' && !form.busy ? t.failed : undefined;
  const told = failure ?? failedBefore;
  return (
    <StepFrame
      subscription={subscription}
      steps={steps}
      bar={
        <ActionBar sticky>
          {told && <Notice kind="danger" role="alert" title={told} />}
          <Button block type="submit" form={id} busy={form.busy && t.asking}>
            {t.ask}
          </Button>
        </ActionBar>
      }
    >
      <div className="stack stack--tight">
        {onBack && (
          <div>
            <LinkAction onClick={onBack}>{t.back}</LinkAction>
          </div>
        )}
        <PageHead title={t.title} lead={t.lead} />
      </div>
      <form className="stack" id={id} noValidate onSubmit={form.submit(send)}>
        <ErrorSummary errors={form.summary} focusOn={form.attempts} />
        <Field {...field('registration')} label={t.registration} hint={t.registrationHint}>
          <TextInput
            code
            inputMode="numeric"
            autoComplete="off"
            maxLength={40}
            {...register('registration')}
          />
        </Field>
        <Field {...field('year')} label={t.year}>
          <Select
            placeholder={t.select}
            options={yearsOf(score.years).map((year) => ({ value: year, label: String(year) }))}
            {...register('year')}
          />
        </Field>
        <Check id="truth" error={errors.truth} {...register('truth')}>
          {t.truth}
        </Check>
        <p className="small muted">{t.left(score.attemptsLeft)}</p>
      </form>
      <SwitchBar
        subscription={subscription}
        reload={reload}
        to="online-essay"
        losing={score.state === 'not-found' ? t.losingResult : undefined}
      />
    </StepFrame>
  );
}
