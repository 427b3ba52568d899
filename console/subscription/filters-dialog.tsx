import { statuses } from '@orbita/domain/subscription';
import { Check } from '@orbita/ui/check';
import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { useState } from 'react';
import { DayFields } from '../base/filter-fields.tsx';
import { daysReversed } from '../base/filters.ts';
import { listTexts as t } from '../texts/subscription.ts';
import { waitTexts } from '../texts/subscription-work.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ChoiceField } from './choice-field.tsx';
import { type Filters, PLACE_FILTERS, PLACE_NAMES, statusesOf, WAIT_OPTIONS } from './list-query.ts';

type Props = { values: Filters; onClose: () => void; onApply: (change: Filters) => void };

/** All filters of the list in one dialog. */
export default function FiltersDialog({ values, onClose, onApply }: Props) {
  const [next, setNext] = useState(values);
  const chosen = statusesOf(next.situacao);
  const change = (name: keyof Filters, value: string) => setNext((before) => ({ ...before, [name]: value }));
  const toggle = (status: number) =>
    change(
      'situacao',
      (chosen.includes(status) ? chosen.filter((one) => one !== status) : [...chosen, status]).join(','),
    );
  return (
    <FormDialog
      onClose={onClose}
      title={t.filtersTitle}
      bodyLabel={t.filtersTitle}
      onSend={() => !daysReversed(next) && onApply(next)}
      verb={t.apply}
    >
      <DayFields values={next} change={change} from={t.from} until={t.to} />
      <fieldset className="status-filter">
        <legend>{t.statuses}</legend>
        {statuses.map(({ number, label }) => (
          <Check key={number} checked={chosen.includes(number)} onChange={() => toggle(number)}>
            {label}
          </Check>
        ))}
      </fieldset>
      <div className="field-pair">
        <Field label={waitTexts.title}>
          <Select
            value={next.espera}
            options={[{ value: '', label: t.any }, ...WAIT_OPTIONS]}
            onChange={({ currentTarget }) => change('espera', currentTarget.value)}
          />
        </Field>
        <Field label={waitTexts.stillLabel} hint={waitTexts.stillHelp}>
          <TextInput
            inputMode="numeric"
            maxLength={3}
            value={next.parada}
            onChange={(event) => change('parada', event.currentTarget.value.replace(/\D/g, ''))}
          />
        </Field>
      </div>
      {PLACE_NAMES.map((name) => (
        <ChoiceField
          key={name}
          of={PLACE_FILTERS[name]}
          code={next[name]}
          onChange={(code) => change(name, code)}
        />
      ))}
      <Field label={t.external}>
        <TextInput
          code
          maxLength={120}
          value={next.externo}
          onChange={(event) => change('externo', event.currentTarget.value.trim())}
        />
      </Field>
    </FormDialog>
  );
}
