import { tenantDate, tenantHour } from '../app/zone.ts';
import type { RecordProps } from '../subscription/record-page.tsx';
import { recordTexts as t } from '../texts/record.ts';
import { testTexts } from '../texts/selection.ts';
import { Card } from '../ui/card.tsx';
import { Empty } from '../ui/empty.tsx';
import { Facts } from '../ui/facts.tsx';

/** When and where the test was written. */
export default function TestRecord({ subscription }: RecordProps) {
  const { hour, campusScheduling, campusPolo } = subscription;
  if (!hour) return <Empty title={t.noTest} />;
  return (
    <Card>
      <Facts
        pairs
        facts={[
          { label: testTexts.date, value: tenantDate(hour.dataHora) },
          { label: testTexts.hour, value: tenantHour(hour.dataHora) },
          { label: testTexts.place, value: [campusScheduling, campusPolo].filter(Boolean).join(', ') },
        ]}
      />
    </Card>
  );
}
