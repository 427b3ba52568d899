import type { RowField } from '@orbita/domain/admission';
import { monthMask } from '@orbita/ui/date-masks.ts';
import { Field } from '@orbita/ui/field';
import { MaskedInput } from '@orbita/ui/masked-input';
import { Select } from '@orbita/ui/select';
import { TextArea } from '@orbita/ui/text-area';
import { TextInput } from '@orbita/ui/text-input';
import { questionnaireTexts as t } from '../texts/admission.ts';

/** Fields that may be longer than this get several lines. */
const ONE_LINE = 500;

type RowFieldProps = {
  field: RowField;
  id: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
};

/** One field of a row, rendered from its description. */
export function RowFieldControl({ field, id, value, error, onChange, onBlur }: RowFieldProps) {
  return (
    <Field id={id} label={field.label} optional={!field.required} hint={hintOf(field)} error={error}>
      <Control
        field={field}
        control={{
          value,
          onBlur,
          autoComplete: 'off',
          onChange: (event) => onChange(event.currentTarget.value),
        }}
      />
    </Field>
  );
}

function hintOf(field: RowField): string | undefined {
  if (field.kind === 'link') return field.accepts === 'https' ? t.https : t.webOrDoi;
  return field.kind === 'text' && field.max > ONE_LINE ? t.longest(field.max) : undefined;
}

type ControlProps = {
  field: RowField;
  control: {
    value: string;
    onBlur: () => void;
    autoComplete: string;
    onChange: (event: { currentTarget: { value: string } }) => void;
  };
};

function Control({ field, control }: ControlProps) {
  switch (field.kind) {
    case 'text':
      return field.max > ONE_LINE ? <TextArea {...control} /> : <TextInput {...control} />;
    case 'choice':
      return (
        <Select
          {...control}
          placeholder={t.select}
          options={field.options.map(({ code, label }) => ({ value: code, label }))}
        />
      );
    case 'year':
      return <TextInput {...control} code inputMode="numeric" placeholder={t.yearExample} />;
    case 'month':
      return <MaskedInput {...control} mask={monthMask} placeholder={t.monthExample} />;
    case 'link':
      return <TextInput {...control} inputMode="url" autoCapitalize="off" spellCheck={false} />;
  }
}
