import { EXAM_TEXTS, examRegistration } from '@orbita/domain/selection';
import { Field } from '@orbita/ui/field';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import type { ActProps } from '../act/props.ts';
import { useReason } from '../act/reason-field.tsx';
import { refusedField } from '../act/refused-field.ts';
import { useAct } from '../act/use-act.ts';
import { call } from '../base/api.ts';
import { acts } from '../texts/subscription-acts.ts';
import { examTexts as t } from '../texts/subscription-behalf.ts';

/** Looks up the national exam score on the candidate's behalf (spec 9.2, 25.6.2). */
export function ExamDialog(props: ActProps) {
  const { application, onClose } = props;
  const [registration, setRegistration] = useState('');
  const [year, setYear] = useState('');
  const [tried, setTried] = useState(false);
  const reason = useReason();
  const ask = useAct(props, (body: { registration: string; year: number; reason: string }) =>
    call('POST /operations/subscriptions/{id}/exam-score', { params: { id: application.id }, body }),
  );
  const noNumber = registration.trim() ? examRegistration(registration) : EXAM_TEXTS.registration;
  const noYear = /^\d{4}$/.test(year.trim()) ? undefined : EXAM_TEXTS.year;
  const send = () => {
    setTried(true);
    const given = reason.take();
    if (given && !noNumber && !noYear)
      ask.mutate({ registration: registration.trim(), year: Number(year), reason: given });
  };
  const audience = (field: 'registration' | 'year', own: string | undefined) =>
    tried ? (own ?? refusedField(ask.error, field)) : undefined;
  return (
    <ActDialog
      title={t.title}
      verb={acts['ask-exam-score'].verb}
      busy={ask.isPending && acts['ask-exam-score'].busy}
      error={ask.error}
      happens={t.happens}
      message={t.message}
      onClose={onClose}
      onSend={send}
    >
      <Field label={t.registration} hint={t.registrationHint} error={audience('registration', noNumber)}>
        <TextInput code inputMode="numeric" maxLength={40} {...typing(registration, setRegistration)} />
      </Field>
      <Field label={t.year} error={audience('year', noYear)}>
        <TextInput code inputMode="numeric" {...typing(year, setYear)} />
      </Field>
      {reason.field}
    </ActDialog>
  );
}
