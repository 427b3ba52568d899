import { Card } from '@orbita/ui/card';
import { Empty } from '@orbita/ui/empty';
import { Facts } from '@orbita/ui/facts';
import { useQuery } from '@tanstack/react-query';
import { tenantDate, tenantHour } from '../base/zone.ts';
import { Loaded } from '../subscription/loaded.tsx';
import type { RecordProps } from '../subscription/record-props.ts';
import { interviewTexts } from '../texts/admission.ts';
import { recordTexts as t } from '../texts/record.ts';
import { interviewQuery } from './queries.ts';

/** When and where the interview took place; its link no longer works. */
export default function InterviewRecord({ subscription }: RecordProps) {
  const interview = useQuery(interviewQuery(subscription.id));
  return (
    <Loaded query={interview}>
      {({ appointment }) =>
        appointment ? (
          <Card>
            <Facts
              pairs
              facts={[
                { label: interviewTexts.day, value: tenantDate(appointment.at) },
                { label: interviewTexts.hour, value: tenantHour(appointment.at) },
                ...(appointment.place ? [{ label: interviewTexts.place, value: appointment.place }] : []),
              ]}
            />
          </Card>
        ) : (
          <Empty title={t.noInterview} />
        )
      }
    </Loaded>
  );
}
