import type { DomainForm } from '../app/form.ts';
import { tenantHour } from '../app/zone.ts';
import { bookTexts as t, testTexts, withWeekday } from '../texts/selection.ts';
import { Choice, Choices } from '../ui/choice.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { type Closed, chosenOf, closedBy, placeClosedBy, type SlotValues, type TestPlace } from './slots.ts';

/** An option of a list; one that cannot be chosen says why. */
const option = (value: string | number, label: string, closed: Closed | undefined) =>
  closed ? { value, label: `${label} · ${t.closed[closed]}`, disabled: true } : { value, label };

type Props = {
  places: readonly TestPlace[];
  own: number | undefined;
  values: SlotValues;
  form: DomainForm<SlotValues>;
};

/** Place, day and hour: each choice gives the next one its options (S-14). */
export function SlotFields({ places, own, values, form }: Props) {
  const { register, field, errors } = form;
  const { place, day } = chosenOf(places, values);
  return (
    <>
      <Field {...field('place')} label={testTexts.place} hint={place?.address ?? undefined}>
        <Select
          placeholder={t.select}
          options={places.map((one) =>
            option(one.campusSchedulingId, one.campusScheduling, placeClosedBy(one, own)),
          )}
          {...register('place')}
        />
      </Field>
      <Field {...field('date')} label={testTexts.date}>
        <Select
          placeholder={place ? t.select : t.placeFirst}
          options={place?.dates.map((one) =>
            option(one.date, withWeekday(one.date), closedBy(one.slots, own)),
          )}
          {...register('date')}
        />
      </Field>
      <Choices legend={<span className="field__label">{testTexts.hour}</span>} id="hour" error={errors.hour}>
        {day ? (
          day.slots.map((slot) => {
            const closed = closedBy([slot], own);
            return (
              <Choice
                key={slot.id}
                value={slot.id}
                disabled={closed !== undefined}
                title={tenantHour(slot.dataHora)}
                end={closed && t.closed[closed]}
                {...register('hour')}
              />
            );
          })
        ) : (
          <p className="small muted">{place ? t.dateFirst : t.placeAndDateFirst}</p>
        )}
      </Choices>
    </>
  );
}
