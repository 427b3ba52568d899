import { isWished } from '@orbita/domain/admission';
import { Button } from '@orbita/ui/button';
import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../base/me.ts';
import { hour, instantOf, localDay } from '../base/zone.ts';
import { interviewReviewTexts as t } from '../texts/admission.ts';
import { AnnouncedNotice, showMissing } from '../ui/announce.tsx';
import { type InterviewAct, type InterviewPage, interviewersQuery } from './interview.ts';

type Props = {
  page: InterviewPage;
  busy: string | false;
  disabled: boolean;
  onSend: (appointment: Extract<InterviewAct, { act: 'appoint' }>['appointment']) => void;
};

type Typed = { day: string; hour: string; minutes: string; who: string; place: string; link: string };

/**
 * Day and time in the institution's zone, duration, interviewer and place; outside the preferred periods it asks for
 * confirmation (spec 25.10).
 */
export function AppointmentForm({ page, busy, disabled, onSend }: Props) {
  const me = useMe();
  const { appointment } = page;
  const people = useQuery(interviewersQuery(page.institutionCode)).data ?? [];
  const [typed, setTyped] = useState<Typed>(() => ({
    day: appointment ? localDay(appointment.at) : (page.periods[0]?.date ?? ''),
    hour: appointment ? hour(appointment.at) : '',
    minutes: String(page.minutes),
    who: page.interviewer ? String(page.interviewer.staffId) : '',
    place: appointment?.place ?? '',
    link: appointment?.link ?? '',
  }));
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const minutes = Number(typed.minutes);
  const problems = {
    dia: typed.day ? undefined : t.missingDay,
    hora: typed.hour ? undefined : t.missingHour,
    minutos: Number.isInteger(minutes) && minutes >= 5 && minutes <= 480 ? undefined : t.wrongMinutes,
  };
  const when = `${typed.day} ${typed.hour}`;
  const asks = asked === when;
  const of = (field: keyof typeof problems) => (tried ? problems[field] : undefined);
  const field = (name: keyof Typed) => ({
    value: typed[name],
    readOnly: disabled,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: value })),
  });
  const send = () => {
    setTried(true);
    const [missing, why] = Object.entries(problems).find(([, problem]) => problem) ?? [];
    if (missing) {
      showMissing(form.current?.querySelector<HTMLInputElement>(`#${missing}`), why ?? '');
      return;
    }
    if (!isWished(page.periods, typed.day, typed.hour) && !asks) return setAsked(when);
    onSend({
      at: instantOf(typed.day, typed.hour),
      minutes,
      interviewerId: typed.who ? Number(typed.who) : null,
      place: typed.place.trim() || null,
      link: typed.link.trim() || null,
    });
  };
  // The question is above the button that answers it, which may be below the edge of the panel.
  useEffect(() => {
    if (asks) form.current?.querySelector('[type=submit]')?.scrollIntoView({ block: 'nearest' });
  }, [asks]);
  const known = people.some(({ staffId }) => String(staffId) === typed.who);
  return (
    <form
      ref={form}
      className="section"
      noValidate
      aria-labelledby="marcar"
      onSubmit={(event) => {
        event.preventDefault();
        if (!disabled) send();
      }}
    >
      <h2 id="marcar">{appointment ? t.move : t.appoint}</h2>
      <div className="exam">
        <Field label={t.day} id="dia" error={of('dia')}>
          <TextInput type="date" {...field('day')} />
        </Field>
        <Field label={t.hour} id="hora" error={of('hora')}>
          <TextInput type="time" {...field('hour')} />
        </Field>
        <Field label={t.minutes} id="minutos" error={of('minutos')}>
          <TextInput code inputMode="numeric" maxLength={3} {...field('minutes')} />
        </Field>
        <Field label={t.interviewer} id="quem">
          <Select
            value={typed.who}
            disabled={disabled}
            options={[
              { value: '', label: t.chooseLater },
              ...(typed.who && !known
                ? [{ value: typed.who, label: page.interviewer?.name ?? me.name }]
                : []),
              ...people.map(({ staffId, name }) => ({ value: String(staffId), label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, who: value }))}
          />
        </Field>
      </div>
      <Field label={t.place} id="lugar" optional>
        <TextInput maxLength={200} {...field('place')} />
      </Field>
      <Field label={t.link} id="link" hint={t.linkHint} optional>
        <TextInput type="url" maxLength={500} {...field('link')} />
      </Field>
      <p className="meta">
        {t.zone(me.timeZone)} {t.told}
      </p>
      {asks && <AnnouncedNotice kind="warning" title={t.outside} rests />}
      {!disabled && (
        <Button type="submit" block busy={busy}>
          {asks ? t.saveAnyway : appointment ? t.change : t.save}
        </Button>
      )}
    </form>
  );
}
