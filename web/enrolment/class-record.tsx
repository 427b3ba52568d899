import { SHIFTS } from '@orbita/domain/enrolment';
import { formatDate } from '@orbita/domain/foundation';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../subscription/loaded.tsx';
import type { RecordProps } from '../subscription/record-page.tsx';
import { classTexts } from '../texts/enrolment.ts';
import { recordTexts as t } from '../texts/record.ts';
import { Card } from '../ui/card.tsx';
import { Empty } from '../ui/empty.tsx';
import { Facts } from '../ui/facts.tsx';
import { classesQuery } from './queries.ts';

const clock = (time: string) => time.replace(':', 'h');

/** The class that was chosen. */
export default function ClassRecord({ subscription }: RecordProps) {
  const classes = useQuery(classesQuery(subscription.id));
  return (
    <Loaded query={classes}>
      {({ selectedClass: chosen }) => {
        if (!chosen) return <Empty title={t.noClass} />;
        const { startTime, endTime, place } = chosen;
        return (
          <Card>
            <Facts
              pairs
              facts={[
                { label: t.className, value: chosen.name },
                { label: t.shift, value: SHIFTS[chosen.shift] },
                { label: t.weekdays, value: chosen.weekdays },
                ...(startTime && endTime
                  ? [{ label: t.hours, value: classTexts.hours(clock(startTime), clock(endTime)) }]
                  : []),
                { label: t.classStart, value: formatDate(chosen.startDate) },
                ...(place ? [{ label: t.place, value: place }] : []),
              ]}
            />
          </Card>
        );
      }}
    </Loaded>
  );
}
