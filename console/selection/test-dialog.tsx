import { formatDate } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import { Choice, Choices } from '@orbita/ui/choice';
import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActDialog } from '../act/act-dialog.tsx';
import { Awaited } from '../act/loading-act.tsx';
import { previewOf } from '../act/preview.ts';
import type { ActProps } from '../act/props.ts';
import { useReason } from '../act/reason-field.tsx';
import { useAct } from '../act/use-act.ts';
import { call } from '../base/api.ts';
import { hour } from '../base/zone.ts';
import { acts } from '../texts/subscription-acts.ts';
import { testTexts as t } from '../texts/subscription-behalf.ts';

type Place = Answer<'GET /operations/subscriptions/{id}/scheduling'>[number];

/** Slots of a place and day; the first place and day are the defaults. */
const chosenOf = (
  places: readonly Place[],
  at: { place?: number | undefined; date?: string | undefined },
) => {
  const place = places.find(({ campusSchedulingId }) => campusSchedulingId === at.place) ?? places[0];
  const day = place?.dates.find(({ date }) => date === at.date) ?? place?.dates[0];
  return { place, day };
};

/** Books or moves the test to one of the slots that the candidate may choose (TR-30, TR-31 by operations). */
export function TestDialog(props: ActProps) {
  const { application, onClose } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ['application', 'slots', application.id],
    queryFn: ({ signal }) =>
      call('GET /operations/subscriptions/{id}/scheduling', { params: { id: application.id }, signal }),
    staleTime: 0,
  });
  const [at, setAt] = useState<{ place?: number; date?: string }>({});
  const [hourId, setHourId] = useState<number>();
  const [tried, setTried] = useState(false);
  const reason = useReason();
  const book = useAct(props, (given: { hourId: number; reason: string }) =>
    call('PUT /operations/subscriptions/{id}/scheduling', { params: { id: application.id }, body: given }),
  );
  const { place, day } = chosenOf(data ?? [], at);
  const slot = day?.slots.find(({ id }) => id === hourId);
  const send = () => {
    setTried(true);
    const given = reason.take();
    if (given && slot) book.mutate({ hourId: slot.id, reason: given });
  };
  const message =
    place && day && slot
      ? previewOf('N-06', application, {
          variante: 'agendada',
          data: formatDate(day.date),
          hora: hour(slot.dataHora),
          local: place.campusScheduling,
        })
      : t.message;
  return (
    <ActDialog
      title={t.title}
      verb={acts['book-test'].verb}
      busy={book.isPending && acts['book-test'].busy}
      error={book.error}
      happens={t.happens}
      message={message}
      onClose={onClose}
      onSend={send}
    >
      {!data && (
        <Awaited label={t.loading} error={error} onRetry={() => refetch()} places={['3rem', '6rem']} />
      )}
      {data?.length === 0 && <p className="muted">{t.none}</p>}
      {place && day && (
        <>
          <Field label={t.place} hint={place.address ?? undefined}>
            <Select
              value={place.campusSchedulingId}
              options={(data ?? []).map((one) => ({
                value: one.campusSchedulingId,
                label: one.campusScheduling,
              }))}
              onChange={(event) => {
                setAt({ place: Number(event.currentTarget.value) });
                setHourId(undefined);
              }}
            />
          </Field>
          <Field label={t.date}>
            <Select
              value={day.date}
              options={place.dates.map(({ date }) => ({ value: date, label: formatDate(date) }))}
              onChange={(event) => {
                setAt({ place: place.campusSchedulingId, date: event.currentTarget.value });
                setHourId(undefined);
              }}
            />
          </Field>
          <Choices
            legend={<span className="field__label">{t.hour}</span>}
            error={tried && !slot ? t.hourMissing : undefined}
          >
            {day.slots.map(({ id, dataHora, available }) => (
              <Choice
                key={id}
                name="hour"
                checked={hourId === id}
                disabled={!available}
                onChange={() => setHourId(id)}
                title={hour(dataHora)}
                note={available ? undefined : t.full}
              />
            ))}
          </Choices>
        </>
      )}
      {reason.field}
    </ActDialog>
  );
}
