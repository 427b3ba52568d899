import { ACCESSIBILITY_KINDS } from '@orbita/domain/offering';
import type { Answer } from '@orbita/protocol';
import { Field } from '@orbita/ui/field';
import { Notice } from '@orbita/ui/notice';
import { Segmented } from '@orbita/ui/segmented';
import { TextInput } from '@orbita/ui/text-input';
import { typing } from '@orbita/ui/typing.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { LoadingAct } from '../act/loading-act.tsx';
import type { ActProps } from '../act/props.ts';
import { useAct } from '../act/use-act.ts';
import { call } from '../base/api.ts';
import { acts } from '../texts/subscription-acts.ts';
import { accommodationTexts as t } from '../texts/subscription-behalf.ts';
import { LongText } from '../ui/long-text.tsx';

type Granted = Answer<'GET /operations/subscriptions/{id}/accommodations'>;
const MOST_MINUTES = 60;
const LONGEST = 2000;
const LONGEST_ANSWER = 1000;

/** More time and notes for candidates who requested accessibility: health data, only for `essays.lead` (spec 18). */
export function AccommodationDialog(props: ActProps) {
  const { id } = props.application;
  const { data, error, refetch } = useQuery({
    queryKey: ['application', 'accommodations', id],
    queryFn: ({ signal }) =>
      call('GET /operations/subscriptions/{id}/accommodations', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <Form {...props} granted={data} />;
  return (
    <LoadingAct
      title={t.title}
      verb={acts['grant-accommodations'].verb}
      happens={t.happens}
      message={t.message}
      label={t.loading}
      error={error}
      onRetry={() => refetch()}
      onClose={props.onClose}
    />
  );
}

const labelOf = (kind: string): string =>
  ACCESSIBILITY_KINDS.find(({ code }) => code === kind)?.label ?? kind;

function Form({ granted, ...props }: ActProps & { granted: Granted }) {
  const { asked } = granted;
  const { id, version } = props.application;
  const open = granted.request?.state === 'asked' ? granted.request : undefined;
  const [refuses, setRefuses] = useState(false);
  const [minutes, setMinutes] = useState(String(granted.essayExtraMinutes));
  const [notes, setNotes] = useState(granted.notes ?? '');
  const [message, setMessage] = useState('');
  const [tried, setTried] = useState(false);
  const wrong = !/^\d{1,2}$/.test(minutes) || Number(minutes) > MOST_MINUTES;
  const missing = message.trim() === '';
  const send = useAct(props, () =>
    refuses
      ? call('POST /operations/subscriptions/{id}/accommodation-refusal', {
          params: { id },
          body: { reason: message.trim(), version },
        })
      : call('PUT /operations/subscriptions/{id}/accommodations', {
          params: { id },
          body: {
            essayExtraMinutes: Number(minutes),
            notes: notes.trim() || null,
            message: message.trim() || null,
            version,
          },
        }),
  );
  const words = acts['grant-accommodations'];
  return (
    <ActDialog
      title={t.title}
      verb={refuses ? t.refuseVerb : words.verb}
      busy={send.isPending && (refuses ? t.refusing : words.busy)}
      error={send.error}
      happens={refuses ? t.refuseHappens : t.happens}
      message={open ? t.replied : t.message}
      audience={t.audience}
      danger={refuses}
      onClose={props.onClose}
      onSend={() => {
        setTried(true);
        if (refuses ? !missing : !wrong) send.mutate(undefined);
      }}
    >
      {open ? (
        <>
          <Notice kind="info" title={t.request(open.kinds.map(labelOf))}>
            {open.notes && <p>{open.notes}</p>}
            {open.reportLater && <p>{t.report}</p>}
          </Notice>
          <Segmented
            legend={t.answer}
            options={[
              { value: 'grant', label: t.grant },
              { value: 'refuse', label: t.refuse },
            ]}
            value={refuses ? 'refuse' : 'grant'}
            onChange={(event) => setRefuses(event.currentTarget.value === 'refuse')}
          />
        </>
      ) : asked ? (
        <Notice kind="info" title={t.asked(asked.kinds.map(labelOf))}>
          {asked.notes ? <p>{asked.notes}</p> : undefined}
        </Notice>
      ) : (
        <p className="muted">{t.nothingAsked}</p>
      )}
      {!refuses && (
        <>
          <Field label={t.minutes} error={wrong ? t.minutesWrong : undefined}>
            <TextInput inputMode="numeric" maxLength={2} {...typing(minutes, setMinutes)} />
          </Field>
          <LongText
            label={t.notes}
            hint={t.notesHint}
            optional
            rows={3}
            most={LONGEST}
            value={notes}
            onType={setNotes}
          />
        </>
      )}
      {open && (
        <LongText
          label={refuses ? t.reason : t.reply}
          error={refuses && tried && missing ? t.reasonMissing : undefined}
          optional={!refuses}
          rows={2}
          most={LONGEST_ANSWER}
          value={message}
          onType={setMessage}
        />
      )}
    </ActDialog>
  );
}
