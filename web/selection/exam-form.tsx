import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { textOf } from '@orbita/client/errors.ts';
import { Check } from '@orbita/ui/check';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../base/api.ts';
import { useDomainForm } from '../base/form.ts';
import { useTitle } from '../base/title.ts';
import { BackAction, StepForm } from '../subscription/step-form.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { examTexts as t } from '../texts/selection.ts';
import type { ExamScore } from './exam-score-card.tsx';
import { type ExamValues, examBody, examProblems, yearsOf } from './exam-values.ts';
import { examScoreQuery } from './queries.ts';
import { mayTurnTo, SwitchBar } from './switch-ingress.tsx';

type Props = StepProps & {
  score: ExamScore;
  /** What was typed before on this page. */
  typed: ExamValues | undefined;
  onSend: (values: ExamValues) => void;
  onSent: (answered: boolean) => void;
  /** Set if there is a result to go back to. */
  onBack?: () => void;
};

const labels = { registration: t.registration, year: t.year, truth: t.truth };

/** The form of S-15: number and year of the exam. */
export function ExamForm({ subscription, steps, reload, score, typed, onSend, onSent, onBack }: Props) {
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
      adoptAnswer(client, examScoreQuery(subscription.id).queryKey, answer);
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
  const shown = failure ?? failedBefore;
  return (
    <StepForm
      subscription={subscription}
      steps={steps}
      title={t.title}
      lead={t.lead}
      above={<BackAction onBack={onBack}>{t.back}</BackAction>}
      form={form}
      send={send}
      action={t.ask}
      busy={t.asking}
      failure={shown && <Notice kind="danger" role="alert" title={shown} />}
      below={
        mayTurnTo(subscription, 'online-essay') && (
          <SwitchBar
            subscription={subscription}
            reload={reload}
            to="online-essay"
            losing={score.state === 'not-found' ? t.losingResult : undefined}
          />
        )
      }
    >
      <Field {...field('registration')} label={t.registration} hint={t.registrationHint}>
        <TextInput code inputMode="numeric" autoComplete="off" maxLength={40} {...register('registration')} />
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
    </StepForm>
  );
}
