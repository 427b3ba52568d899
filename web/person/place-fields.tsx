import { Field } from '@orbita/ui/field';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Select } from '@orbita/ui/select';
import { useQuery } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import type { DomainForm } from '../base/form.ts';
import { personTexts as t } from '../texts/person.ts';
import { citiesQuery, statesQuery } from './queries.ts';

export type PlaceFieldsProps<V extends FieldValues> = {
  form: DomainForm<V>;
  /** Paths of the two fields in the form; both hold an id or null. */
  state: string;
  city: string;
  /** Browsers autofill a person's address, never a school's place. */
  autoComplete?: boolean;
};

const idOf = (text: string) => (text === '' ? null : Number(text));

/** State and city as two lists; the cities load after the state and are reset when it changes. */
export function PlaceFields<V extends FieldValues>(props: PlaceFieldsProps<V>) {
  const { state, city, autoComplete } = props;
  // The two paths are plain text to this component; the caller's own type knows them.
  const { form, field, attempts } = props.form as unknown as DomainForm<FieldValues>;
  const stateId: number | null = form.watch(state) ?? null;
  const cityId: number | null = form.watch(city) ?? null;
  const states = useQuery(statesQuery);
  const cities = useQuery(citiesQuery(stateId));

  const choose = (...chosen: [name: string, id: number | null][]) => {
    for (const [name, id] of chosen) form.setValue(name, id, { shouldDirty: true });
    // The state affects the validity of other fields too: a CEP belongs to one state.
    if (attempts > 0) void form.trigger();
  };
  const hint = cities.isFetching && !cities.data ? t.citiesLoading : stateId ? t.select : t.stateFirst;

  if (states.isLoadingError) return <LoadFailed title={t.statesFailed} onRetry={() => states.refetch()} />;
  return (
    <div className="cols-2">
      <Field {...field(state)} label="Estado">
        <Select
          placeholder={states.data ? t.select : t.loading}
          autoComplete={autoComplete ? 'address-level1' : 'off'}
          value={stateId ?? ''}
          options={(states.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => choose([city, null], [state, idOf(event.target.value)])}
        />
      </Field>
      <Field {...field(city)} label="Cidade">
        <Select
          placeholder={hint}
          autoComplete={autoComplete ? 'address-level2' : 'off'}
          value={cityId ?? ''}
          options={(cities.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => choose([city, idOf(event.target.value)])}
        />
      </Field>
      {cities.isLoadingError && <LoadFailed title={t.citiesFailed} onRetry={() => cities.refetch()} />}
    </div>
  );
}
