import { statuses } from '@orbita/domain/subscription';
import { Check } from '@orbita/ui/check';
import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { useState } from 'react';
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
  const wrongOrder = next.de !== '' && next.ate !== '' && next.ate < next.de;
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
      onSend={() => !wrongOrder && onApply(next)}
      verb={t.apply}
    >
      <div className="field-pair">
        <Field label={t.from}>
          <TextInput
            type="date"
            value={next.de}
            onChange={(event) => change('de', event.currentTarget.value)}
          />
        </Field>
        <Field label={t.to} error={wrongOrder ? t.wrongOrder : undefined}>
          <TextInput
            type="date"
            value={next.ate}
            onChange={(event) => change('ate', event.currentTarget.value)}
          />
        </Field>
      </div>
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
