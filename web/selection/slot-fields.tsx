import { Button } from '@orbita/ui/button';
import { Choice, Choices } from '@orbita/ui/choice';
import { useState } from 'react';
import type { DomainForm } from '../base/form.ts';
import { tenantHour } from '../base/zone.ts';
import { bookTexts as t, testTexts, withWeekday } from '../texts/selection.ts';
import { type SlotValues, slotLines, type TestPlace } from './slots.ts';

/** About as many as fit on two screens of a phone. */
const AT_FIRST = 12;

type Props = {
  places: readonly TestPlace[];
  own: number | undefined;
  form: DomainForm<SlotValues>;
};

/** "22/01/2026, quinta-feira, 09h00", which wraps only after the date. */
function Hour({ day, hour }: { day: string; hour: string }) {
  const [date, weekday] = day.split(', ');
  return (
    <>
      {date}, <span className="choice__part">{`${weekday}, ${hour}`}</span>
    </>
  );
}

/** Every slot with its day, hour and place, chosen with one tap; a closed one says why (S-14). */
export function SlotFields({ places, own, form: { register, errors } }: Props) {
  const [all, setAll] = useState(false);
  const lines = slotLines(places, own);
  const shown = all ? lines : lines.slice(0, AT_FIRST);
  return (
    <>
      <Choices legend={testTexts.hour} legendHidden id="hour" error={errors.hour}>
        {shown.map(({ slot, date, place, closed }) => (
          <Choice
            key={slot.id}
            value={slot.id}
            disabled={closed !== undefined}
            title={<Hour day={withWeekday(date)} hour={tenantHour(slot.dataHora)} />}
            note={place}
            end={closed && t.closed[closed]}
            {...register('hour')}
          />
        ))}
      </Choices>
      {shown.length < lines.length && (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {t.more(lines.length - shown.length)}
        </Button>
      )}
    </>
  );
}
