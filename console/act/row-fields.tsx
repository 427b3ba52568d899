import type { RowField, TypedValues } from '@orbita/domain/admission';
import { Button } from '@orbita/ui/button';
import { monthMask } from '@orbita/ui/date-masks.ts';
import { Field } from '@orbita/ui/field';
import { MaskedInput } from '@orbita/ui/masked-input';
import { Select } from '@orbita/ui/select';
import { TextArea } from '@orbita/ui/text-area';
import { TextInput } from '@orbita/ui/text-input';
import { questionnaireTexts as t } from '../texts/subscription-behalf.ts';

/** Fields that may be longer than this get several lines. */
const ONE_LINE = 500;

type ControlProps = { field: RowField; value: string; onChange: (value: string) => void };

function Control({ field, value, onChange }: ControlProps) {
  const given = {
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  switch (field.kind) {
    case 'text':
      return field.max > ONE_LINE ? <TextArea {...given} rows={3} /> : <TextInput {...given} />;
    case 'choice':
      return (
        <Select
          {...given}
          placeholder={t.select}
          options={field.options.map(({ code, label }) => ({ value: code, label }))}
        />
      );
    case 'year':
      return <TextInput {...given} code inputMode="numeric" />;
    case 'month':
      return <MaskedInput {...given} mask={monthMask} placeholder={t.month} />;
    case 'link':
      return <TextInput {...given} inputMode="url" />;
  }
}

type Props = {
  name: string;
  fields: readonly RowField[];
  values: TypedValues;
  problemOf: (field: string) => string | undefined;
  onChange: (values: TypedValues) => void;
  onRemove: (() => void) | undefined;
};

/** One row of a section, rendered from the description of its fields (spec 11.1). */
export function RowFields({ name, fields, values, problemOf, onChange, onRemove }: Props) {
  return (
    <fieldset className="stack">
      <legend className="choices-field__legend">
        <h3>{name}</h3>
      </legend>
      {fields.map((field) => (
        <Field key={field.name} label={field.label} optional={!field.required} error={problemOf(field.name)}>
          <Control
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) => onChange({ ...values, [field.name]: value })}
          />
        </Field>
      ))}
      {onRemove && (
        <div>
          <Button kind="quiet" small onClick={onRemove}>
            {t.remove(name)}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
