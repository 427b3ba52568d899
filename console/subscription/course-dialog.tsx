import { courseName } from '@orbita/domain/foundation';
import { changeKeepsStatus, type Status } from '@orbita/domain/subscription';
import { Choice, Choices } from '@orbita/ui/choice';
import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { Awaited } from '../act/loading-act.tsx';
import type { ActProps } from '../act/props.ts';
import { useReason } from '../act/reason-field.tsx';
import { useAct } from '../act/use-act.ts';
import { call } from '../base/api.ts';
import { acts } from '../texts/subscription-acts.ts';
import { courseTexts as t } from '../texts/subscription-behalf.ts';

const useOptions = (id: number, course: string | undefined) =>
  useQuery({
    queryKey: ['application', 'options', id, course ?? null],
    queryFn: ({ signal }) =>
      call('GET /operations/subscriptions/{id}/course-options', {
        params: { id },
        query: course ? { course } : {},
        signal,
      }),
    staleTime: 0,
  });

/**
 * Changes to another course or pole of the offer on the candidate's behalf: TR-84, or no move before the contract (spec
 * 25.6.2).
 */
export function CourseDialog(props: ActProps) {
  const { application, onClose } = props;
  const [chosen, setChosen] = useState<string>();
  const [pole, setPole] = useState<string>();
  const [tried, setTried] = useState(false);
  const own = useOptions(application.id, undefined);
  const other = useOptions(application.id, chosen);
  const reason = useReason();
  const change = useAct(
    props,
    ({ to, given }: { to: { courseCode: string; poleCode: string }; given: string }) =>
      call('POST /operations/subscriptions/{id}/course-change', {
        params: { id: application.id },
        body: { ...to, reason: given, version: application.version },
      }),
  );
  const failed = own.error ?? other.error;
  const current = own.data?.current;
  const courseCode = chosen ?? current?.courseCode;
  const isCurrent = (code: string) => courseCode === current?.courseCode && code === current?.poleCode;
  const send = () => {
    setTried(true);
    const given = reason.take();
    if (given && courseCode && pole && !isCurrent(pole))
      change.mutate({ to: { courseCode, poleCode: pole }, given });
  };
  const keeps = changeKeepsStatus(application.subscriptionStatus as Status);
  return (
    <ActDialog
      title={t.title}
      verb={acts['change-course'].verb}
      busy={change.isPending && acts['change-course'].busy}
      error={change.error}
      happens={keeps ? t.happens : t.happensAfterContract}
      message={t.message}
      audience={t.audience}
      onClose={onClose}
      onSend={send}
    >
      {(failed || !own.data) && (
        <Awaited
          label={t.loading}
          error={failed}
          onRetry={() => Promise.all([own.refetch(), other.refetch()])}
          places={['3rem', '6rem']}
        />
      )}
      {own.data && (
        <Field label={t.course} hint={t.courseHint}>
          <Select
            value={courseCode}
            options={own.data.courses.map(({ code, name }) => ({ value: code, label: courseName(name) }))}
            onChange={(event) => {
              setChosen(event.currentTarget.value);
              setPole(undefined);
            }}
          />
        </Field>
      )}
      {own.data && other.data && (
        <Choices
          legend={<span className="field__label">{t.pole}</span>}
          error={tried && !pole ? t.poleMissing : undefined}
        >
          {other.data.poles.map(({ code, name, left }) => (
            <Choice
              key={code}
              name="pole"
              checked={pole === code}
              disabled={isCurrent(code)}
              onChange={() => setPole(code)}
              title={name}
              note={isCurrent(code) ? t.current : t.left(left)}
            />
          ))}
        </Choices>
      )}
      {other.data?.poles.length === 0 && <p className="muted">{t.none}</p>}
      {reason.field}
    </ActDialog>
  );
}
