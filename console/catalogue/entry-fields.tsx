import { Choice } from '@orbita/ui/choice';
import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { TextArea } from '@orbita/ui/text-area';
import { TextInput } from '@orbita/ui/text-input';
import { catalogueTexts as t } from '../texts/catalogue.ts';
import type { Draft, FormField } from './form.ts';

const TYPES: Readonly<Record<string, string>> = { day: 'date', time: 'time', instant: 'datetime-local' };

type Props = {
  fields: readonly FormField[];
  draft: Draft;
  before: Draft;
  errors: Readonly<Record<string, string>>;
  taken?: Readonly<Record<string, number>>;
  onChange: (name: string, value: string) => void;
};

const hintOf = ({ name, hint }: FormField, taken: Props['taken']): string | undefined => {
  const place = name.startsWith('seats:') ? name.slice('seats:'.length) : '';
  const counts = place !== '' || ['capacity', 'slots', 'maxUses'].includes(name);
  const count = counts ? taken?.[place] : undefined;
  return count === undefined ? hint : t.taken(count);
};

/** The fields of an entry; a changed one shows its saved value below. */
export const EntryFields = ({ fields, draft, before, errors, taken, onChange }: Props) => (
  <div className="entry-fields">
    {fields.map((one) => {
      const { name, label, input, options } = one;
      const value = draft[name] ?? '';
      if (input === 'flag')
        return (
          <Choice
            key={name}
            several
            name={name}
            title={label}
            checked={value === 'true'}
            onChange={({ currentTarget }) => onChange(name, String(currentTarget.checked))}
          />
        );
      const set = ({ currentTarget }: { currentTarget: { value: string } }) =>
        onChange(name, currentTarget.value);
      return (
        <Field key={name} label={label} hint={hintOf(one, taken)} error={errors[name]}>
          {input === 'choice' ? (
            <Select
              value={value}
              options={(options ?? []).map((option) => ({
                value: option,
                label: t.options[option] ?? option,
              }))}
              onChange={set}
            />
          ) : input === 'lines' ? (
            <TextArea value={value} onChange={set} rows={3} />
          ) : (
            <TextInput
              value={value}
              onChange={set}
              type={TYPES[input] ?? 'text'}
              inputMode={input === 'number' || input === 'money' ? 'decimal' : undefined}
              data-changed={value !== before[name] || undefined}
            />
          )}
        </Field>
      );
    })}
  </div>
);
