import { OFFER_TYPES } from '@orbita/domain/report';
import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { useState } from 'react';
import { DayFields } from '../base/filter-fields.tsx';
import { daysReversed } from '../base/filters.ts';
import { useInstitution } from '../base/institution.ts';
import { ChoiceField } from '../subscription/choice-field.tsx';
import { reportTexts as t } from '../texts/report.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type Filters, PLACE_NAMES, PLACES, queryOf } from './filters.ts';
import { useFigures } from './queries.ts';

type Props = { values: Filters; onClose: () => void; onApply: (change: Filters) => void };

const TYPES = Object.entries(OFFER_TYPES).map(([value, { label }]) => ({ value, label }));

/** Campaigns used in the intake, regardless of the other filters. */
function useCampaigns(intake: string): string[] {
  const institution = useInstitution();
  const { data } = useFigures('campaigns', {
    ...queryOf({ processo: intake } as Filters, 'vacancies'),
    ...(institution ? { institution: institution.code } : {}),
  });
  return [...new Set((data?.rows ?? []).flatMap(({ campaign }) => campaign ?? []))];
}

/** All filters of the figures in one dialog. */
export default function FiltersDialog({ values, onClose, onApply }: Props) {
  const [next, setNext] = useState(values);
  const change = (name: keyof Filters, value: string) => setNext((before) => ({ ...before, [name]: value }));
  const names = useCampaigns(next.processo);
  // A selected campaign that was not used in this intake can still be seen and removed.
  const campaigns = next.campanha && !names.includes(next.campanha) ? [next.campanha, ...names] : names;
  return (
    <FormDialog
      onClose={onClose}
      title={t.filters}
      bodyLabel={t.filters}
      onSend={() => !daysReversed(next) && onApply(next)}
      verb={t.apply}
    >
      {PLACE_NAMES.map((name) => (
        <ChoiceField key={name} of={PLACES[name]} code={next[name]} onChange={(code) => change(name, code)} />
      ))}
      <Field label={t.type}>
        <Select
          value={next.tipo}
          options={[{ value: '', label: t.anyType }, ...TYPES]}
          onChange={({ currentTarget }) => change('tipo', currentTarget.value)}
        />
      </Field>
      <Field label={t.campaign}>
        <Select
          value={next.campanha}
          options={[
            { value: '', label: t.anyCampaign },
            ...campaigns.map((name) => ({ value: name, label: name })),
          ]}
          onChange={({ currentTarget }) => change('campanha', currentTarget.value)}
        />
      </Field>
      <DayFields values={next} change={change} from={t.from} until={t.to} />
    </FormDialog>
  );
}
