import { adoptAnswer } from '@orbita/client/adopt-answer.ts';
import { ApiError } from '@orbita/client/errors.ts';
import { type PersonalData, personalFields } from '@orbita/domain/person';
import { ActionBar } from '@orbita/ui/action-bar';
import { Button } from '@orbita/ui/button';
import { ErrorSummary } from '@orbita/ui/error-summary';
import { Notice } from '@orbita/ui/notice';
import { Page, PageHead } from '@orbita/ui/page';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../base/api.ts';
import { useDomainForm } from '../../base/form.ts';
import { useTitle } from '../../base/title.ts';
import { today } from '../../base/today.ts';
import { StepFrame } from '../../subscription/step-frame.tsx';
import type { StepProps } from '../../subscription/step-props.ts';
import { informationTexts as t } from '../../texts/information.ts';
import { askedInformation, informationBody, informationProblems } from '../information-form.ts';
import { PersonalFields, personalLabels } from '../personal-fields.tsx';
import { personalValues } from '../personal-form.ts';
import { type PersonData, personDataQuery } from '../queries.ts';

/** S-13: an application created without complete data asks for what is missing, and only for that. */
export default function InformationStep(props: StepProps) {
  const person = useQuery(personDataQuery());
  if (person.error && !person.data) throw person.error;
  if (person.data) return <Missing {...props} person={person.data} />;
  return (
    <Page width="task">
      <LoadingForm fields={2} />
    </Page>
  );
}

function Missing({ subscription, steps, reload, person }: StepProps & { person: PersonData }) {
  const client = useQueryClient();
  const id = useId();
  // The requested fields stay on the page while they are saved, whatever the answer then reports as missing.
  const [asked] = useState(() => askedInformation(person, today()));
  const form = useDomainForm<PersonalData>(
    (values) => informationProblems(values, asked, today()),
    personalValues(person),
    { labels: personalLabels(person.documentType) },
  );
  useTitle(t.title, form.summary.length > 0);
  const send = async (values: PersonalData) => {
    const saved = await call('PUT /candidate/users/{personId}/person-data', {
      params: { personId: person.personId },
      query: { subsId: subscription.id },
      body: informationBody(values, asked),
    });
    adoptAnswer(client, personDataQuery().queryKey, saved);
    await reload();
  };
  const others = personalFields(form.form.watch(), 'profile').filter(
    (field) => !(asked as readonly string[]).includes(field),
  );
  return (
    <StepFrame
      subscription={subscription}
      steps={steps}
      bar={
        <ActionBar sticky>
          {form.failure !== undefined && <Refusal error={form.failure} />}
          <Button block type="submit" form={id} busy={form.busy && t.saving}>
            {t.save}
          </Button>
        </ActionBar>
      }
    >
      <PageHead title={t.title} lead={asked.length === 0 ? t.nothing : t.lead} />
      <form className="stack stack--section" id={id} noValidate onSubmit={form.submit(send)}>
        <ErrorSummary errors={form.summary} focusOn={form.attempts} />
        {asked.length > 0 && <PersonalFields form={form} place="profile" without={others} />}
      </form>
    </StepFrame>
  );
}

/** The values are kept; a refusal gives its reason, a lost answer only says that nothing was saved. */
const Refusal = ({ error }: { error: unknown }) => (
  <Notice kind="danger" role="alert" title={t.saveFailed}>
    {error instanceof ApiError && error.status < 500 ? error.message : undefined}
  </Notice>
);
