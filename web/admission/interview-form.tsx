import { INTERVIEW_CHANNELS, INTERVIEW_PERIODS, MOST_PERIODS } from '@orbita/domain/admission';
import { formatPhone } from '@orbita/domain/foundation';
import { Card } from '@orbita/ui/card';
import { Choice, Choices } from '@orbita/ui/choice';
import { dateMask } from '@orbita/ui/date-masks.ts';
import { Facts } from '@orbita/ui/facts';
import { Field } from '@orbita/ui/field';
import { Group } from '@orbita/ui/group';
import { LinkAction } from '@orbita/ui/link-action';
import { MaskedInput } from '@orbita/ui/masked-input';
import { Select } from '@orbita/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../base/api.ts';
import { FailureNotice } from '../base/failure-notice.tsx';
import { useDomainForm } from '../base/form.ts';
import { tabAccess } from '../base/tab-access.ts';
import { useTitle } from '../base/title.ts';
import { today } from '../base/today.ts';
import { personDataQuery } from '../person/queries.ts';
import { BackAction, StepForm } from '../subscription/step-form.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { interviewTexts as t } from '../texts/admission.ts';
import { type InterviewValues, interviewBody, interviewProblems } from './interview-values.ts';
import type { Interview } from './queries.ts';

const EMPTY = { date: '', period: '' };
const rows = Array.from({ length: MOST_PERIODS }, (_, at) => at);
const notes: Record<string, string> = { whatsapp: t.whatsappNote, email: t.emailNote };
const labels = {
  channel: t.channel,
  ...Object.fromEntries(
    rows.flatMap((at) => [
      [`periods.${at}.date`, t.date(at + 1)],
      [`periods.${at}.period`, t.period(at + 1)],
    ]),
  ),
};

type Props = StepProps & {
  interview: Interview;
  onDone: () => void;
  /** Set if there is an appointment to go back to. */
  onBack?: () => void;
};

/** How and when the candidate wishes to talk; a repeated request replaces what was arranged. */
export function InterviewForm({ subscription, steps, reload, interview, onDone, onBack }: Props) {
  const [shown, setShown] = useState(1);
  const form = useDomainForm<InterviewValues>(
    (values) =>
      interviewProblems(values, {
        channels: interview.channels,
        today: today(),
      }),
    {
      channel: interview.channels.length === 1 ? interview.channels[0] : (interview.channel ?? ''),
      periods: rows.map(() => ({ ...EMPTY })),
    },
    { labels },
  );
  useTitle(t.title, form.summary.length > 0);
  const send = async (values: InterviewValues) => {
    try {
      await call('POST /candidate/subscriptions/{id}/interview', {
        params: { id: subscription.id },
        body: interviewBody(values),
      });
      onDone();
    } finally {
      // Also after a refusal: somebody else may have moved the application on.
      await reload();
    }
  };
  const { register, field, errors } = form;
  return (
    <StepForm
      subscription={subscription}
      steps={steps}
      title={t.title}
      lead={t.lead}
      above={<BackAction onBack={onBack}>{t.back}</BackAction>}
      form={form}
      send={send}
      action={t.send}
      busy={t.sending}
      failure={<FailureNotice error={form.failure} title={t.failed} />}
      grouped
    >
      <Choices legend={t.channel} id="channel" error={errors.channel}>
        {INTERVIEW_CHANNELS.filter(({ code }) => interview.channels.includes(code)).map(({ code, label }) => (
          <Choice key={code} value={code} title={label} note={notes[code]} {...register('channel')} />
        ))}
      </Choices>
      <Group title={t.periods} lead={t.periodsLead}>
        {rows.slice(0, shown).map((at) => (
          <div className="cols-2" key={at}>
            <Field {...field(`periods.${at}.date` as const)} label={t.date(at + 1)}>
              <MaskedInput
                mask={dateMask}
                autoComplete="off"
                placeholder={t.dateExample}
                {...register(`periods.${at}.date`)}
              />
            </Field>
            <Field {...field(`periods.${at}.period` as const)} label={t.period(at + 1)}>
              <Select
                placeholder={t.select}
                options={INTERVIEW_PERIODS.map(({ code, label }) => ({ value: code, label }))}
                {...register(`periods.${at}.period`)}
              />
            </Field>
          </div>
        ))}
        {shown < MOST_PERIODS && (
          <div>
            <LinkAction onClick={() => setShown(shown + 1)}>{t.add}</LinkAction>
          </div>
        )}
      </Group>
      <Contacts />
    </StepForm>
  );
}

/** The contacts the coordination will use; they are changed where they are confirmed. */
function Contacts() {
  const { data } = useQuery(personDataQuery());
  if (!data) return null;
  const edit = tabAccess() ? {} : { edit: `/profile/${data.personId}` };
  return (
    <Group title={t.contact} lead={t.contactLead}>
      <Card>
        <Facts
          facts={[
            ...(data.cellPhone ? [{ label: t.cellPhone, value: formatPhone(data.cellPhone), ...edit }] : []),
            ...(data.email ? [{ label: t.email, value: data.email, ...edit }] : []),
          ]}
        />
      </Card>
    </Group>
  );
}
