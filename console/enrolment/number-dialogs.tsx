import { Field } from '@orbita/ui/field';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { previewOf } from '../act/preview.ts';
import type { ActProps } from '../act/props.ts';
import { useAct } from '../act/use-act.ts';
import { call } from '../base/api.ts';
import { acts, askTexts as t } from '../texts/subscription-acts.ts';

const MOST_ATTEMPTS = 10;

export function AttemptDialog({ application: { id }, onClose, onDone }: ActProps) {
  const [typed, setTyped] = useState('1');
  const extra = /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
  const wrong = extra < 1 || extra > MOST_ATTEMPTS;
  const grant = useMutation({
    mutationFn: () =>
      call('POST /operations/subscriptions/{id}/essay-attempts', { params: { id }, body: { extra } }),
    onSuccess: onDone,
  });
  return (
    <ActDialog
      title={t.attempt.title}
      verb={acts['grant-attempt'].verb}
      busy={grant.isPending && acts['grant-attempt'].busy}
      error={grant.error}
      happens={t.attempt.happens}
      message={t.attempt.message}
      onClose={onClose}
      onSend={() => {
        if (!wrong) grant.mutate();
      }}
    >
      <Field label={t.attempt.extra} error={wrong ? t.attempt.extraWrong : undefined}>
        <TextInput inputMode="numeric" maxLength={2} {...typing(typed, setTyped)} />
      </Field>
    </ActDialog>
  );
}

const LONGEST_NUMBER = 60;

export function StudentDialog(props: ActProps) {
  const { application, onClose } = props;
  const { id, version } = application;
  const [typed, setTyped] = useState(application.studentLyceumId ?? '');
  const [tried, setTried] = useState(false);
  const number = typed.trim();
  const save = useAct(props, () =>
    call('PUT /operations/subscriptions/{id}/student', {
      params: { id },
      body: { studentLyceumId: number, version },
    }),
  );
  return (
    <ActDialog
      title={t.student.title}
      verb={acts['student-number'].verb}
      busy={save.isPending && acts['student-number'].busy}
      error={save.error}
      happens={t.student.happens}
      message={number ? previewOf('N-27', application, { studentLyceumId: number }) : t.student.message}
      onClose={onClose}
      onSend={() => {
        setTried(true);
        if (number) save.mutate(undefined);
      }}
    >
      <Field label={t.student.number} error={tried && !number ? t.student.numberMissing : undefined}>
        <TextInput code maxLength={LONGEST_NUMBER} {...typing(typed, setTyped)} />
      </Field>
    </ActDialog>
  );
}
