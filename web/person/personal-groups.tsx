import type { FieldError } from '@orbita/domain/foundation';
import { type PersonalData, type PersonalField, personalFields } from '@orbita/domain/person';
import { Group } from '@orbita/ui/group';
import type { FieldValues } from 'react-hook-form';
import { personTexts as t } from '../texts/person.ts';
import { PersonalFields, type PersonalFieldsProps } from './personal-fields.tsx';

/** Fields grouped by topic: few at a time (U6). */
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

/** Errors in the order in which the groups show their fields. */
export const inGroupOrder = (problems: FieldError[]): FieldError[] =>
  problems.sort((a, b) => placeOf(a.field) - placeOf(b.field));

/** Identity and contacts in groups with headings (S-23, S-37). */
export function PersonalGroups<V extends FieldValues & PersonalData>(
  props: Omit<PersonalFieldsProps<V>, 'without'>,
) {
  const values = props.form.form.watch() as PersonalData;
  const all = personalFields(values, props.place);
  return GROUPS.map(({ title, fields }) => (
    <Group key={title} title={title}>
      <PersonalFields {...props} without={all.filter((field) => !fields.includes(field))} />
    </Group>
  ));
}
