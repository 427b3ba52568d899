import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import {
  SCHOOL_TYPES,
  SCHOOLING_LEVELS,
  type SchoolingField,
  schoolingFields,
  schoolingKind,
  youngAge,
} from '@orbita/domain/enrolment';
import { Check } from '@orbita/ui/check';
import { Field } from '@orbita/ui/field';
import { Group } from '@orbita/ui/group';
import { Select } from '@orbita/ui/select';
import { TextInput } from '@orbita/ui/text-input';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { call } from '../../base/api.ts';
import { asNumber, type DomainForm, useDomainForm } from '../../base/form.ts';
import { homeBody, homeValues } from '../../person/home-form.ts';
import { HomeGroup, homeLabels } from '../../person/home-group.tsx';
import { PlaceFields } from '../../person/place-fields.tsx';
import { personDataQuery, useUfOf } from '../../person/queries.ts';
import { enrolmentTexts as t } from '../../texts/enrolment.ts';
import { PartForm } from '../part-form.tsx';
import type { PartProps } from '../part-props.ts';
import {
  type SchoolingValues,
  schoolingBody,
  schoolingProblems,
  schoolingValues,
} from '../schooling-form.ts';
import { useSaved } from './use-saved.ts';

/** S-24: education and home address, saved together. */
export function SchoolingPart(props: PartProps) {
  const { subscription, person, data } = props;
  const client = useQueryClient();
  const saved = useSaved(props, 'schooling');
  const ufOf = useUfOf();
  const kind = schoolingKind(subscription.applicationType);
  // Stated in the application, and never asked twice.
  const told =
    kind === 'level' ? SCHOOLING_LEVELS.find(({ code }) => code === data.schooling?.level) : undefined;
  const context = { birthDate: person.birthDate ?? '', limit: data.conclusionYearLimit };
  const form = useDomainForm<SchoolingValues>(
    (values) => schoolingProblems(kind, values, { ...context, uf: ufOf(values.personAddress.stateId) }),
    { ...schoolingValues(data.schooling), ...homeValues(person) },
    {
      labels: {
        ...Object.fromEntries(schoolingFields(kind).map(({ field, label }) => [field, label])),
        ...homeLabels,
        // The address has a state and a city as well.
        stateId: t.schoolState,
        cityId: t.schoolCity,
      },
    },
  );
  const atHome = useSchoolAtHome(form);
  const send = async (values: SchoolingValues) => {
    await call('PUT /candidate/subscriptions/{id}/schooling', {
      params: { id: subscription.id },
      body: schoolingBody(kind, values),
    });
    const answer = await call('PUT /candidate/users/{personId}/person-data', {
      params: { personId: subscription.personId },
      query: { subsId: subscription.id },
      body: homeBody(values),
    });
    adoptAnswer(client, personDataQuery().queryKey, answer);
    await saved();
  };
  return (
    <PartForm
      part={props}
      step="schooling"
      title={t.schoolingTitle}
      lead={t.schoolingLead}
      form={form}
      send={send}
    >
      <HomeGroup form={form} />
      <Group title={kind === 'level' ? t.level : t.school} lead={told?.label}>
        <SchoolFields
          form={form}
          atHome={atHome}
          fields={schoolingFields(kind, form.form.watch()).filter(
            ({ field }) => !(field === 'level' && told),
          )}
          birthDate={context.birthDate}
        />
      </Group>
    </PartForm>
  );
}

/**
 * Most people went to school where they live: until the person says otherwise, the school's place follows that of the address.
 * True while it does.
 */
function useSchoolAtHome({ form }: DomainForm<SchoolingValues>): boolean {
  const [state, city, livesAbroad, homeState, homeCity] = form.watch([
    'stateId',
    'cityId',
    'livesAbroad',
    'personAddress.stateId',
    'personAddress.cityId',
  ]);
  const taken = useRef<number>(undefined);
  const follows = taken.current === undefined ? !state && !city : city === taken.current;
  useEffect(() => {
    if (!follows || livesAbroad || !homeState || !homeCity || city === homeCity) return;
    taken.current = homeCity;
    form.setValue('stateId', homeState);
    form.setValue('cityId', homeCity);
  }, [follows, livesAbroad, homeState, homeCity, city, form]);
  return !livesAbroad && taken.current !== undefined && city === taken.current;
}

const options = (list: readonly { code: string; label: string }[]) =>
  list.map(({ code, label }) => ({ value: code, label }));

function SchoolFields({
  form,
  atHome,
  fields,
  birthDate,
}: {
  form: DomainForm<SchoolingValues>;
  atHome: boolean;
  fields: readonly { field: SchoolingField; label: string }[];
  birthDate: string;
}) {
  const { register, field } = form;
  const age = youngAge(form.form.watch('conclusionYear'), birthDate);
  const control = (name: SchoolingField): ReactNode => {
    switch (name) {
      case 'schoolType':
        return <Select placeholder={t.select} options={options(SCHOOL_TYPES)} {...register(name)} />;
      case 'level':
        return <Select placeholder={t.select} options={options(SCHOOLING_LEVELS)} {...register(name)} />;
      case 'conclusionYear':
        return (
          <TextInput
            code
            inputMode="numeric"
            placeholder={t.yearExample}
            autoComplete="off"
            {...register(name, {
              ...(asNumber as Parameters<typeof register<'conclusionYear'>>[1]),
              // A different year must be confirmed again.
              onChange: () => form.form.setValue('conclusionSure', false),
            })}
          />
        );
      default:
        return <TextInput autoComplete="off" {...register(name)} />;
    }
  };
  const one = ({ field: name, label }: { field: SchoolingField; label: string }) => {
    // State and city are one control; the FIES check box has its own label.
    if (name === 'cityId') return null;
    if (name === 'stateId')
      return (
        <div key={name} className="stack stack--tight">
          <PlaceFields form={form} state="stateId" city="cityId" />
          {atHome && <p className="small muted">{t.schoolAtHome}</p>}
        </div>
      );
    if (name === 'fies') {
      return (
        <Check key={name} id="fies" {...register('fies')}>
          {label}
          <br />
          <span className="small muted">{t.fiesNote}</span>
        </Check>
      );
    }
    const asked = (
      <Field key={name} {...field(name)} label={label}>
        {control(name)}
      </Field>
    );
    if (name !== 'conclusionYear' || age === undefined) return asked;
    return (
      <div key={name}>
        {asked}
        <Check id="conclusionSure" {...register('conclusionSure', { deps: 'conclusionYear' })}>
          {t.conclusionSure(age)}
        </Check>
      </div>
    );
  };
  return <div className="stack">{fields.map(one)}</div>;
}
