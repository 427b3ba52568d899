import { isSingleName, STATES } from '@orbita/domain/foundation';
import { DOCUMENT_LABELS } from '@orbita/domain/identity';
import {
  countries,
  LOCKED_TEXT,
  maySingleName,
  PERSONAL_LABELS,
  type PersonalContext,
  type PersonalData,
  type PersonalField,
  personalFields,
  SOCIAL_NAME_HELP,
} from '@orbita/domain/person';
import type { Answer } from '@orbita/protocol';
import { Check } from '@orbita/ui/check';
import { dateMask } from '@orbita/ui/date-masks.ts';
import { Field } from '@orbita/ui/field';
import { LoadFailed } from '@orbita/ui/load-failed';
import { MaskedInput } from '@orbita/ui/masked-input';
import { cpfMask } from '@orbita/ui/masks.ts';
import { phoneMask } from '@orbita/ui/phone-mask.ts';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { asNumber, type DomainForm } from '../base/form.ts';
import { personTexts as t } from '../texts/person.ts';
import { EmailInput } from './email-input.tsx';
import { gendersQuery } from './queries.ts';

/** Labels of personal data, for the error summary; the document is named by its kind. */
export const personalLabels = (documentType: PersonalData['documentType']): Record<string, string> => ({
  ...PERSONAL_LABELS,
  document: DOCUMENT_LABELS[documentType ?? 'cpf'],
});

export type PersonalFieldsProps<V extends FieldValues & PersonalData> = {
  form: DomainForm<V>;
  place: PersonalContext['place'];
  /** Fields closed after the first acceptance of a contract (`locked` of the person data). */
  locked?: readonly string[];
  /** Fields to leave out; default: none. */
  without?: readonly PersonalField[];
};

const OPTIONAL: Record<PersonalContext['place'], readonly PersonalField[]> = {
  profile: ['socialName', 'cpf', 'rg', 'rgIssuer', 'rgState', 'phone'],
  enrolment: ['socialName', 'cpf', 'rgIssuer', 'rgState', 'phone'],
};

const countryOptions = () => countries().map(({ code, name }) => ({ value: code, label: name }));
const stateOptions = [...STATES].sort().map((uf) => ({ value: uf, label: uf }));

/** Identity and contacts: the fields that the domain requires for these values, in its order (S-23, S-37). */
export function PersonalFields<V extends FieldValues & PersonalData>(props: PersonalFieldsProps<V>) {
  // Only the personal part, which every such form has, is used here.
  const form = props.form as unknown as DomainForm<PersonalData>;
  const { place, locked = [], without = [] } = props;
  const values = form.form.watch();
  const genders = useQuery(gendersQuery);
  const controls = useControls(form, values, genders);
  const labels = personalLabels(values.documentType);

  const one = (name: PersonalField): ReactNode => {
    const closed = locked.includes(name);
    return (
      <Field
        key={name}
        {...form.field(name)}
        label={labels[name]}
        hint={closed ? undefined : hintOf(name, values)}
        {...(closed ? { why: LOCKED_TEXT } : {})}
        optional={(OPTIONAL[place].includes(name) || isGivenOtherwise(name, values)) && !closed}
      >
        {controls(name, closed)}
      </Field>
    );
  };
  const asked = personalFields(values, place).filter((name) => !without.includes(name));
  return (
    <div className="stack">
      {rowsOf(asked).map((row) => (
        <Fragment key={row.join()}>
          {row.length === 1 ? one(row[0] as PersonalField) : <div className="cols-2">{row.map(one)}</div>}
          {row.includes('name') && !locked.includes('name') && maySingleName(values) && (
            <Check id="singleName" {...form.register('singleName', { deps: 'name' })}>
              {PERSONAL_LABELS.singleName}
            </Check>
          )}
          {/* Asked only if a single name was entered: it would be noise for everybody else. */}
          {row.includes('motherName') &&
            isSingleName(values.motherName) &&
            (values.motherSingleName || form.field('motherName').error) && (
              <Check {...form.register('motherSingleName', { deps: 'motherName' })}>
                {PERSONAL_LABELS.motherSingleName}
              </Check>
            )}
          {row.includes('genderId') && genders.isLoadingError && (
            <LoadFailed title={t.gendersFailed} onRetry={() => genders.refetch()} />
          )}
        </Fragment>
      ))}
    </div>
  );
}

const PAIRS: readonly (readonly PersonalField[])[] = [
  ['birthDate', 'genderId'],
  ['rgIssuer', 'rgState'],
  ['cellPhone', 'phone'],
];

/** Short related fields, side by side if they fit. */
function rowsOf(fields: readonly PersonalField[]): PersonalField[][] {
  const rows: PersonalField[][] = [];
  for (const field of fields) {
    const pair = PAIRS.find((names) => names.includes(field));
    const last = rows.at(-1);
    if (pair && last && pair.includes(last[0] as PersonalField)) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

/** True if the other of RNE and passport is given: one is enough. */
const isGivenOtherwise = (name: PersonalField, { documentType, rne, passport }: PersonalData): boolean =>
  (name === 'rne' && (documentType === 'passport' || Boolean(passport))) ||
  (name === 'passport' && (documentType === 'rne' || Boolean(rne)));

function hintOf(name: PersonalField, values: PersonalData): string | undefined {
  if (name === 'socialName') return SOCIAL_NAME_HELP;
  if (name === 'cellPhone' || name === 'phone') return t.phoneHint;
  if (name === 'rne' && !isGivenOtherwise(name, values)) return t.eitherDocument;
  return undefined;
}

type Genders = UseQueryResult<Answer<'GET /candidate/genders'>>;

function useControls(
  { register }: DomainForm<PersonalData>,
  values: PersonalData,
  { data: genders, isLoadingError }: Genders,
) {
  const phone = (name: 'cellPhone' | 'phone', autoComplete: string) => (
    <MaskedInput mask={phoneMask} autoComplete={autoComplete} {...register(name)} />
  );
  const country = (name: 'nationality' | 'issuingCountry') => (
    <Select placeholder={t.select} options={countryOptions()} {...register(name)} />
  );
  const code = (name: PersonalField, readOnly: boolean) => (
    <TextInput code autoCapitalize="characters" autoComplete="off" readOnly={readOnly} {...register(name)} />
  );

  return (name: PersonalField, closed: boolean): ReactNode => {
    switch (name) {
      case 'name':
        return <TextInput autoComplete="name" readOnly={closed} {...register(name)} />;
      case 'document':
        if (values.documentType !== 'cpf') return code(name, closed);
        return <MaskedInput mask={cpfMask} autoComplete="off" readOnly={closed} {...register(name)} />;
      case 'cpf':
        return <MaskedInput mask={cpfMask} autoComplete="off" readOnly={closed} {...register(name)} />;
      case 'birthDate':
        return (
          <MaskedInput
            mask={dateMask}
            autoComplete="bday"
            placeholder={t.dateExample}
            readOnly={closed}
            {...register(name)}
          />
        );
      case 'genderId':
        return (
          // The options may load after the person: the select then shows the chosen one, without moving the focus.
          <Select
            placeholder={genders || isLoadingError ? t.select : t.loading}
            autoComplete="sex"
            options={genders?.map(({ id, name: label }) => ({ value: id, label }))}
            {...register(name, asNumber as Parameters<typeof register<'genderId'>>[1])}
            value={values.genderId ?? ''}
          />
        );
      case 'nationality':
      case 'issuingCountry':
        return country(name);
      case 'rgState':
        return <Select placeholder={t.select} options={stateOptions} {...register(name)} />;
      case 'email':
        return <EmailInput {...register(name)} />;
      case 'cellPhone':
        return phone(name, 'tel');
      case 'phone':
        return phone(name, 'off');
      case 'rg':
      case 'rne':
      case 'passport':
        return code(name, closed);
      default:
        return <TextInput autoComplete="off" {...register(name)} />;
    }
  };
}
