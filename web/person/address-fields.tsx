import { isFinal } from '@orbita/client/final.ts';
import { isBlank } from '@orbita/domain/foundation';
import {
  ADDRESS_LABELS,
  type Address,
  fillFromZip,
  ZIP_NOT_FOUND,
  type ZipAnswer,
  type ZipParts,
} from '@orbita/domain/person';
import { Field } from '@orbita/ui/field';
import { LiveLine } from '@orbita/ui/live-line';
import { MaskedInput } from '@orbita/ui/masked-input';
import { cepMask } from '@orbita/ui/masks.ts';
import { TextInput } from '@orbita/ui/text-input';
import { useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { call } from '../base/api.ts';
import type { DomainForm } from '../base/form.ts';
import { personTexts as t } from '../texts/person.ts';
import { type WithAddress, wholeZip } from './address-form.ts';
import { PlaceFields } from './place-fields.tsx';

/** Labels of the address by path, for the error summary. */
export const addressLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ADDRESS_LABELS).map(([field, label]) => [`personAddress.${field}`, label]),
);

type Lookup = 'idle' | 'searching' | 'found' | 'partly' | 'missing' | 'unavailable';

const FILLED = ['street', 'neighborhood', 'stateId', 'cityId'] as const;

/** Looks the CEP up as soon as it is complete and fills in what is known; values filled in for an earlier one are removed. */
function useZip({ form, attempts }: DomainForm<WithAddress>) {
  const [state, setState] = useState<Lookup>('idle');
  const [cityFound, setCityFound] = useState<number>();
  const last = useRef<string | null>(null);
  // An address on file belongs to its CEP.
  const onFile = useRef<ZipParts>({ ...form.formState.defaultValues?.personAddress });
  const brought = useRef(onFile.current);
  const fill = (found: ZipAnswer | null) => {
    const parts = fillFromZip(form.getValues('personAddress'), found, brought.current);
    brought.current = found ?? {};
    for (const part of FILLED) {
      form.setValue(`personAddress.${part}`, parts[part], {
        shouldDirty: true,
        shouldValidate: attempts > 0,
      });
    }
    return parts;
  };
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
      const { street, neighborhood } = fill(found);
      setCityFound(found.cityId);
      setState(isBlank(street) || isBlank(neighborhood) ? 'partly' : 'found');
    } catch (error) {
      if (last.current !== zipCode) return;
      // An address on file stays if the look-up yields nothing better.
      if (brought.current !== onFile.current) fill(null);
      setState(isFinal(error) ? 'missing' : 'unavailable');
    }
  };
  // "Found" is shown only while the address still has that city.
  const moved = state === 'found' && form.watch('personAddress.cityId') !== cityFound;
  return { state: moved ? 'idle' : state, look };
}

const hints: Partial<Record<Lookup, string>> = {
  partly: t.zipPartly,
  missing: ZIP_NOT_FOUND,
  unavailable: t.zipUnavailable,
};

/** CEP with its look-up, street, number, complement, neighbourhood, state and city. The form contains `personAddress`. */
export function AddressFields<V extends FieldValues & WithAddress>(props: { form: DomainForm<V> }) {
  // Only the part that every such form has is used here.
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
        <Field {...part('zipCode')} hint={hints[state]} ok={state === 'found' && t.zipFound}>
          <MaskedInput
            mask={cepMask}
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
