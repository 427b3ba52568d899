import { ADDRESS_LABELS, type Address, fillFromZip, ZIP_NOT_FOUND } from '@orbita/domain/person';
import { useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ApiError, call } from '../app/api.ts';
import type { DomainForm } from '../app/form.ts';
import { personTexts as t } from '../texts/person.ts';
import { Field } from '../ui/field.tsx';
import { LiveLine } from '../ui/live-line.tsx';
import { MaskedInput } from '../ui/masked-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { type WithAddress, wholeZip } from './address-form.ts';
import { PlaceFields } from './place-fields.tsx';

/** Labels of the address by path, for the error summary. */
export const addressLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ADDRESS_LABELS).map(([field, label]) => [`personAddress.${field}`, label]),
);

type Lookup = 'idle' | 'searching' | 'found' | 'missing' | 'unavailable';

const FILLED = ['street', 'neighborhood', 'stateId', 'cityId'] as const;

/** Looks the CEP up as soon as it is whole and fills in what it knows. */
function useZip({ form, attempts }: DomainForm<WithAddress>) {
  const [state, setState] = useState<Lookup>('idle');
  const [cityFound, setCityFound] = useState<number>();
  const last = useRef<string | null>(null);
  const look = async (typed: string) => {
    const zipCode = wholeZip(typed);
    if (zipCode === last.current) return;
    last.current = zipCode;
    if (!zipCode) return setState('idle');
    setState('searching');
    try {
      const found = await call('GET /candidate/addresses/zip-codes/{zipCode}', { params: { zipCode } });
      // A slow answer to a CEP typed earlier must not fill in the address of another.
      if (last.current !== zipCode) return;
      const filled: Address = fillFromZip(form.getValues('personAddress'), found);
      for (const part of FILLED) {
        form.setValue(`personAddress.${part}`, filled[part], {
          shouldDirty: true,
          shouldValidate: attempts > 0,
        });
      }
      setCityFound(found.cityId);
      setState('found');
    } catch (error) {
      if (last.current !== zipCode) return;
      setState(error instanceof ApiError && error.status < 500 ? 'missing' : 'unavailable');
    }
  };
  // Good news only while the address is still of that city.
  const moved = state === 'found' && form.watch('personAddress.cityId') !== cityFound;
  return { state: moved ? 'idle' : state, look };
}

/** CEP with its look-up, street, number, complement, neighbourhood, state and city. The form holds `personAddress`. */
export function AddressFields<V extends FieldValues & WithAddress>(props: { form: DomainForm<V> }) {
  // Only the part every such form has is used here.
  const form = props.form as unknown as DomainForm<WithAddress>;
  const { register, field } = form;
  const { state, look } = useZip(form);
  const part = (name: keyof Address & string) => ({
    ...field(`personAddress.${name}`),
    label: ADDRESS_LABELS[name],
  });
  return (
    <div className="stack">
      <div className="cols-2">
        <Field
          {...part('zipCode')}
          hint={state === 'missing' ? ZIP_NOT_FOUND : state === 'unavailable' ? t.zipUnavailable : undefined}
          ok={state === 'found' && t.zipFound}
        >
          <MaskedInput
            mask="cep"
            autoComplete="postal-code"
            {...register('personAddress.zipCode', { onChange: (event) => void look(event.target.value) })}
          />
        </Field>
        {state === 'searching' && <LiveLine>{t.zipSearching}</LiveLine>}
      </div>
      <div className="cols-number">
        <Field {...part('street')}>
          <TextInput autoComplete="address-line1" {...register('personAddress.street')} />
        </Field>
        <Field {...part('number')}>
          <TextInput autoComplete="off" placeholder={t.numberExample} {...register('personAddress.number')} />
        </Field>
      </div>
      <Field {...part('complement')} optional>
        <TextInput
          autoComplete="address-line2"
          placeholder={t.complementExample}
          {...register('personAddress.complement')}
        />
      </Field>
      <Field {...part('neighborhood')}>
        <TextInput autoComplete="address-level3" {...register('personAddress.neighborhood')} />
      </Field>
      <PlaceFields form={props.form} state="personAddress.stateId" city="personAddress.cityId" autoComplete />
    </div>
  );
}
