import { Field } from '@orbita/ui/field';
import { TextInput } from '@orbita/ui/text-input';
import { type ReactNode, useId } from 'react';
import { tableTexts as t } from '../texts/table.ts';
import { type Days, daysReversed } from './filters.ts';

/** A filter with its label in front. */
function Filter({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="filter-day">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

type DaysProps = {
  values: Days;
  set: (change: Partial<Days>) => void;
  /** Labels of the days, if they are not plain "De" and "Até". */
  from?: string;
  until?: string;
};

/** Filters by first and last day. */
export const DaysFilter = ({ values, set, from = t.from, until = t.until }: DaysProps) =>
  (['de', 'ate'] as const).map((name) => (
    <Filter key={name} label={name === 'de' ? from : until}>
      {(id) => (
        <TextInput
          id={id}
          type="date"
          value={values[name]}
          onChange={(event) => set({ [name]: event.currentTarget.value })}
        />
      )}
    </Filter>
  ));

type DayFieldsProps = {
  values: Days;
  change: (name: keyof Days, day: string) => void;
  from: string;
  until: string;
};

/** The same two days as fields of a dialog. */
export function DayFields({ values, change, from, until }: DayFieldsProps) {
  return (
    <div className="field-pair">
      {(['de', 'ate'] as const).map((name) => (
        <Field
          key={name}
          label={name === 'de' ? from : until}
          error={name === 'ate' && daysReversed(values) ? t.daysReversed : undefined}
        >
          <TextInput
            type="date"
            value={values[name]}
            onChange={(event) => change(name, event.currentTarget.value)}
          />
        </Field>
      ))}
    </div>
  );
}

/** Filters by the number of one application. */
export const NumberFilter = ({ value, onChange }: { value: string; onChange: (number: string) => void }) => (
  <Filter label={t.application}>
    {(id) => (
      <TextInput
        id={id}
        inputMode="numeric"
        maxLength={9}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
      />
    )}
  </Filter>
);
