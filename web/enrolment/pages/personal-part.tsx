import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import type { PersonalData } from '@orbita/domain/person';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../base/api.ts';
import { useDomainForm } from '../../base/form.ts';
import { today } from '../../base/today.ts';
import { personalLabels } from '../../person/personal-fields.tsx';
import { personalBody, personalProblems, personalValues } from '../../person/personal-form.ts';
import { inGroupOrder, PersonalGroups } from '../../person/personal-groups.tsx';
import { personDataQuery } from '../../person/queries.ts';
import { enrolmentTexts as t } from '../../texts/enrolment.ts';
import { closedFields } from '../closed-fields.ts';
import { PartForm } from '../part-form.tsx';
import type { PartProps } from '../part-props.ts';
import { useSaved } from './use-saved.ts';

/** S-23: identity and contacts, prefilled with what is known. */
export function PersonalPart(props: PartProps) {
  const { subscription, person } = props;
  const client = useQueryClient();
  const saved = useSaved(props, 'personal');
  const context = { today: today(), place: 'enrolment' } as const;
  const form = useDomainForm<PersonalData>(
    (values) => inGroupOrder(personalProblems(values, context)),
    personalValues(person),
    { labels: personalLabels(person.documentType) },
  );
  const closed = closedFields(person);

  const send = async (values: PersonalData) => {
    const answer = await call('PUT /candidate/users/{personId}/person-data', {
      params: { personId: subscription.personId },
      query: { subsId: subscription.id },
      body: personalBody(values, 'enrolment', closed.locked),
    });
    adoptAnswer(client, personDataQuery().queryKey, answer);
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
      <PersonalGroups form={form} place="enrolment" {...closed} />
    </PartForm>
  );
}
