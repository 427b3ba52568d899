import { SHIFTS } from '@orbita/domain/enrolment';
import { formatDate } from '@orbita/domain/foundation';
import { Card } from '@orbita/ui/card';
import { Empty } from '@orbita/ui/empty';
import { Facts } from '@orbita/ui/facts';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../subscription/loaded.tsx';
import type { RecordProps } from '../subscription/record-props.ts';
import { recordTexts as t } from '../texts/record.ts';
import { hoursOf } from './class-lines.tsx';
import { classesQuery } from './queries.ts';

/** The chosen class. */
export default function ClassRecord({ subscription }: RecordProps) {
  const classes = useQuery(classesQuery(subscription.id));
  return (
    <Loaded query={classes}>
      {({ selectedClass: chosen }) => {
        if (!chosen) return <Empty title={t.noClass} />;
        const { place } = chosen;
        const hours = hoursOf(chosen);
        return (
          <Card>
            <Facts
              pairs
              facts={[
                { label: t.className, value: chosen.name },
                { label: t.shift, value: SHIFTS[chosen.shift] },
                { label: t.weekdays, value: chosen.weekdays },
                ...(hours ? [{ label: t.hours, value: hours }] : []),
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
