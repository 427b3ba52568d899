import { ACCESSIBILITY_KINDS } from '@orbita/domain/offering';
import type { Answer } from '@orbita/protocol';
import { Field } from '@orbita/web/ui/field';
import { Notice } from '@orbita/web/ui/notice';
import { TextArea } from '@orbita/web/ui/text-area';
import { TextInput } from '@orbita/web/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../app/api.ts';
import { acts } from '../texts/subscription-acts.ts';
import { accommodationTexts as t } from '../texts/subscription-behalf.ts';
import { ActDialog } from './act-dialog.tsx';
import type { ActProps } from './action-dialog.tsx';
import { LoadingAct } from './loading-act.tsx';
import { useAct } from './use-act.ts';

type Granted = Answer<'GET /operations/subscriptions/{id}/accommodations'>;
const MOST_MINUTES = 60;
const LONGEST = 2000;

/** More time and notes for who asked for accessibility: health data, for `essays.lead` alone (spec 18). */
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
      onRetry={() => void refetch()}
      onClose={props.onClose}
    />
  );
}

const labelOf = (kind: string): string =>
  ACCESSIBILITY_KINDS.find(({ code }) => code === kind)?.label ?? kind;

function Form({ granted, ...props }: ActProps & { granted: Granted }) {
  const { asked } = granted;
  const [minutes, setMinutes] = useState(String(granted.essayExtraMinutes));
  const [notes, setNotes] = useState(granted.notes ?? '');
  const wrong = !/^\d{1,2}$/.test(minutes) || Number(minutes) > MOST_MINUTES;
  const grant = useAct(props, () =>
    call('PUT /operations/subscriptions/{id}/accommodations', {
      params: { id: props.application.id },
      body: { essayExtraMinutes: Number(minutes), notes: notes.trim() || null },
    }),
  );
  return (
    <ActDialog
      title={t.title}
      verb={acts['grant-accommodations'].verb}
      busy={grant.isPending && acts['grant-accommodations'].busy}
      error={grant.error}
      happens={t.happens}
      message={t.message}
      audience={t.audience}
      onClose={props.onClose}
      onSend={() => {
        if (!wrong) grant.mutate(undefined);
      }}
    >
      {asked ? (
        <Notice kind="info" title={t.asked(asked.kinds.map(labelOf))}>
          {asked.notes ? <p>{asked.notes}</p> : undefined}
        </Notice>
      ) : (
        <p className="muted">{t.nothingAsked}</p>
      )}
      <Field label={t.minutes} error={wrong ? t.minutesWrong : undefined}>
        <TextInput
          inputMode="numeric"
          maxLength={2}
          value={minutes}
          onChange={(event) => setMinutes(event.currentTarget.value)}
        />
      </Field>
      <Field label={t.notes} hint={t.notesHint} optional>
        <TextArea
          rows={3}
          maxLength={LONGEST}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
      </Field>
    </ActDialog>
  );
}
