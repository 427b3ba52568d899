import { Page } from '@orbita/ui/page';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { today } from '../../base/today.ts';
import { personDataQuery } from '../../person/queries.ts';
import type { StepProps } from '../../subscription/step-props.ts';
import { enrolmentTexts as t } from '../../texts/enrolment.ts';
import { enrollmentDataQuery } from '../queries.ts';
import { byPage, PARTS, partPath, partToOpen } from '../way.ts';
import { DisciplinesPart } from './disciplines-part.tsx';
import { GuardianPart } from './guardian-part.tsx';
import { PersonalPart } from './personal-part.tsx';
import { reviewPart } from './review-part.ts';
import { SchoolingPart } from './schooling-part.tsx';

const pages = {
  personal: PersonalPart,
  schooling: SchoolingPart,
  guardian: GuardianPart,
  disciplines: DisciplinesPart,
  review: reviewPart,
} as const;

/** Page of status 3: one part at a time, none skipped, any earlier one can be reopened (spec 12.1). */
export default function DataStep(props: StepProps) {
  const { subscription } = props;
  const [parameters] = useSearchParams();
  const person = useQuery(personDataQuery());
  const data = useQuery(enrollmentDataQuery(subscription.id));
  const failure = person.error ?? data.error;
  if (failure && !(person.data && data.data)) throw failure;
  if (!person.data || !data.data) return <Waiting />;
  const asked = parameters.get('etapa');
  const complete = byPage(data.data, person.data, today());
  const part = partToOpen(complete, asked);
  if (PARTS[part] !== asked) return <Navigate replace to={partPath(subscription, part)} />;
  const PartPage = pages[part];
  return (
    <Suspense fallback={<Waiting />}>
      <PartPage {...props} person={person.data} data={complete} />
    </Suspense>
  );
}

const Waiting = () => (
  <Page width="task">
    <LoadingForm label={t.loading} fields={5} />
  </Page>
);
