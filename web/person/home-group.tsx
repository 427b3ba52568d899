import {
  countriesAbroad,
  FOREIGN_ADDRESS_LABELS,
  type ForeignAddressField,
  LIVES_ABROAD,
} from '@orbita/domain/person';
import { Check } from '@orbita/ui/check';
import { Field } from '@orbita/ui/field';
import { Group } from '@orbita/ui/group';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import type { FieldValues } from 'react-hook-form';
import type { DomainForm } from '../base/form.ts';
import { personTexts as t } from '../texts/person.ts';
import { AddressFields, addressLabels } from './address-fields.tsx';
import type { WithHome } from './home-form.ts';

/** Labels of both kinds of address by path, for the error summary. */
export const homeLabels: Readonly<Record<string, string>> = {
  ...addressLabels,
  ...Object.fromEntries(
    Object.entries(FOREIGN_ADDRESS_LABELS).map(([field, label]) => [`foreignAddress.${field}`, label]),
  ),
};

type HomeProps<V extends FieldValues> = { form: DomainForm<V>; title?: string; abroad?: string };

/** Where a person lives (S-24, S-25, S-37): an address in Brazil, or one in another country, where the label `abroad` is ticked. */
export function HomeGroup<V extends FieldValues & WithHome>({
  title = t.address,
  abroad = LIVES_ABROAD,
  ...props
}: HomeProps<V>) {
  const form = props.form as unknown as DomainForm<WithHome>; // only the part that every such form has
  const livesAbroad = form.form.watch('livesAbroad');
  return (
    <Group title={title} lead={livesAbroad ? t.addressAbroadLead : t.addressLead}>
      <Check
        {...form.register('livesAbroad', {
          // What was wrong with the address that is no longer asked says nothing about the other one.
          onChange: () => form.form.clearErrors(['personAddress', 'foreignAddress']),
        })}
      >
        {abroad}
      </Check>
      {livesAbroad ? <ForeignAddressFields form={form} /> : <AddressFields form={props.form} />}
    </Group>
  );
}

const countryOptions = () => countriesAbroad().map(({ code, name }) => ({ value: code, label: name }));

function ForeignAddressFields({ form: { register, field } }: { form: DomainForm<WithHome> }) {
  const part = (name: ForeignAddressField) => ({
    ...field(`foreignAddress.${name}`),
    label: FOREIGN_ADDRESS_LABELS[name],
  });
  return (
    <div className="stack">
      <Field {...part('country')}>
        <Select
          placeholder={t.select}
          autoComplete="country"
          options={countryOptions()}
          {...register('foreignAddress.country')}
        />
      </Field>
      <Field {...part('street')}>
        <TextInput autoComplete="address-line1" {...register('foreignAddress.street')} />
      </Field>
      <Field {...part('complement')} optional>
        <TextInput autoComplete="address-line2" {...register('foreignAddress.complement')} />
      </Field>
      <div className="cols-2">
        <Field {...part('city')}>
          <TextInput autoComplete="address-level2" {...register('foreignAddress.city')} />
        </Field>
        <Field {...part('postalCode')} optional>
          <TextInput
            code
            autoCapitalize="characters"
            autoComplete="postal-code"
            {...register('foreignAddress.postalCode')}
          />
        </Field>
      </div>
      <Field {...part('region')} optional>
        <TextInput autoComplete="address-level1" {...register('foreignAddress.region')} />
      </Field>
    </div>
  );
}
