import { type PersonalData, type PersonalField, personalFields } from '@orbita/domain/person';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../app/api.ts';
import { useDomainForm } from '../app/form.ts';
import { PersonalFields, personalLabels } from '../person/personal-fields.tsx';
import { personalBody, personalProblems, personalValues } from '../person/personal-form.ts';
import { personDataQuery } from '../person/queries.ts';
import { enrolmentTexts as t } from '../texts/enrolment.ts';
import { closedFields } from './closed-fields.ts';
import type { PartProps } from './data-step.tsx';
import { Group, PartForm } from './part-form.tsx';
import { today } from './today.ts';
import { useSaved } from './use-saved.ts';

/** At most five fields a group (U6). */
const GROUPS: readonly { title: string; fields: readonly PersonalField[] }[] = [
  { title: t.identity, fields: ['name', 'socialName', 'birthDate', 'genderId', 'motherName'] },
  {
    title: t.papers,
    fields: [
      'document',
      'cpf',
      'nationality',
      'rg',
      'rgIssuer',
      'rgState',
      'rne',
      'passport',
      'issuingCountry',
    ],
  },
  { title: t.contacts, fields: ['email', 'cellPhone', 'phone'] },
];
const ORDER = GROUPS.flatMap(({ fields }) => fields);
const placeOf = (field: string) => ORDER.indexOf(field as PersonalField);

/** S-23: identity and contacts, prefilled with what is known. */
export function PersonalPart(props: PartProps) {
  const { subscription, person } = props;
  const client = useQueryClient();
  const saved = useSaved(props, 'personal');
  const context = { today: today(), place: 'enrolment' } as const;
  const form = useDomainForm<PersonalData>(
    (values) => personalProblems(values, context).sort((a, b) => placeOf(a.field) - placeOf(b.field)),
    personalValues(person),
    { labels: personalLabels(person.documentType) },
  );
  const closed = closedFields(person);
  const all = personalFields(form.form.watch(), 'enrolment');

  const send = async (values: PersonalData) => {
    const answer = await call('PUT /candidate/users/{personId}/person-data', {
      params: { personId: subscription.personId },
      query: { subsId: subscription.id },
      body: personalBody(values, 'enrolment', closed.locked),
    });
    client.setQueryData(personDataQuery().queryKey, answer);
    await saved();
  };
  return (
    <PartForm
      part={props}
      step="personal"
      title={t.personalTitle}
      lead={t.personalLead}
      form={form}
      send={send}
    >
      {GROUPS.map(({ title, fields }) => (
        <Group key={title} title={title}>
          <PersonalFields
            form={form}
            place="enrolment"
            {...closed}
            without={all.filter((field) => !fields.includes(field))}
          />
        </Group>
      ))}
    </PartForm>
  );
}
