import type { Fact } from '@orbita/ui/facts';
import { tenantDay, tenantHour } from '../base/zone.ts';
import type { Subscription } from '../subscription/queries.ts';
import { testTexts as t, withWeekday } from '../texts/selection.ts';

/** When and where the test of an application takes place; undefined when none is booked. */
export function testFacts({
  hour,
  campusScheduling,
  campusPolo,
  campusAddress,
}: Subscription): Fact[] | undefined {
  if (!hour) return undefined;
  return [
    { label: t.date, value: withWeekday(tenantDay(hour.dataHora)) },
    { label: t.hour, value: tenantHour(hour.dataHora) },
    { label: t.place, value: [campusScheduling, campusPolo].filter(Boolean).join(', ') },
    ...(campusAddress ? [{ label: t.address, value: campusAddress }] : []),
  ];
}
