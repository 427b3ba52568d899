import { textOf } from '@orbita/client/errors.ts';
import { Facts } from '@orbita/ui/facts';
import { InfoIcon } from '@orbita/ui/icons/info';
import { LoadFailed } from '@orbita/ui/load-failed';
import { LoadingForm } from '@orbita/ui/skeleton';
import { useDetailsPopup } from '@orbita/ui/use-details.ts';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shownFacts } from '../subscription/course-facts.ts';
import { subscriptionQuery } from '../subscription/queries.ts';
import { essayTexts as t } from '../texts/essay.ts';

/** The facts of the course bar, fetched and shown on demand, because the editor's bar has no room for them (10.9). */
export function CourseFacts({ subscriptionId }: { subscriptionId: number }) {
  const popup = useDetailsPopup();
  const [wanted, setWanted] = useState(false);
  const { data, error, refetch } = useQuery({ ...subscriptionQuery(subscriptionId), enabled: wanted });
  return (
    <details
      className="essay-bar__facts"
      ref={popup}
      onToggle={(event) => setWanted((before) => before || event.currentTarget.open)}
    >
      <summary>
        <InfoIcon />
        <VisuallyHidden>{t.courseFacts}</VisuallyHidden>
      </summary>
      <div className="essay-bar__details">
        {data ? (
          <Facts facts={[{ label: t.course, value: data.courseName }, ...shownFacts(data)]} />
        ) : error ? (
          <LoadFailed title={t.courseFactsFailed} onRetry={() => refetch()}>
            <p>{textOf(error)}</p>
          </LoadFailed>
        ) : wanted ? (
          <LoadingForm fields={2} />
        ) : null}
      </div>
    </details>
  );
}
