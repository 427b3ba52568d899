import { Button } from '@orbita/ui/button';
import { Card } from '@orbita/ui/card';
import { Facts } from '@orbita/ui/facts';
import { tenantDate, tenantHour } from '../base/zone.ts';
import { Adjustments } from '../essay/adjustments.tsx';
import { StandstillFrame } from '../subscription/standstill-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { testTexts as t } from '../texts/selection.ts';
import { AddToCalendar } from './add-to-calendar.tsx';
import { testFacts } from './test-facts.ts';

/** Whether the test may still be moved, until when and how often; empty if not. */
function limitText({ permissions, rescheduling }: StepProps['subscription']): string {
  if (!rescheduling) return '';
  const { until, left } = rescheduling;
  if (permissions.reschedule) return t.mayMove(tenantDate(until), tenantHour(until), left);
  return left === 0 ? t.noneLeft : t.tooLate;
}

type Props = Pick<StepProps, 'subscription' | 'steps'> & { onMove: () => void };

/** Everything the candidate needs to know about the booked test (S-14). */
export function BookedTest({ subscription, steps, onMove }: Props) {
  const facts = testFacts(subscription);
  return (
    <StandstillFrame
      subscription={subscription}
      steps={steps}
      mark="check"
      {...t.booked}
      next={limitText(subscription)}
      contact="quiet"
    >
      {facts && (
        <Card className="stack">
          <Facts pairs facts={[...facts, { label: t.bring, value: t.bringWhat }]} />
          {subscription.permissions.reschedule && (
            <div>
              <Button kind="outline" onClick={onMove}>
                {t.move}
              </Button>
            </div>
          )}
        </Card>
      )}
      <Adjustments subscriptionId={subscription.id} />
      <AddToCalendar subscription={subscription} />
    </StandstillFrame>
  );
}
