import { formatDate } from '@orbita/domain/foundation';
import { Card } from '@orbita/ui/card';
import { Facts } from '@orbita/ui/facts';
import { recordTexts as t } from '../texts/record.ts';
import { shownFacts } from './course-facts.ts';
import type { RecordProps } from './record-props.ts';

/** What was applied for. */
export default function SubscriptionRecord({ subscription }: RecordProps) {
  const { id, courseName, intake } = subscription;
  return (
    <Card>
      <Facts
        pairs
        facts={[
          { label: t.course, value: courseName },
          ...shownFacts(subscription),
          ...(intake.classStartDate
            ? [{ label: t.classStart, value: formatDate(intake.classStartDate) }]
            : []),
          { label: t.number, value: `nº ${id}` },
        ]}
      />
    </Card>
  );
}
