import { useQuery } from '@tanstack/react-query';
import { call } from '../app/api.ts';
import type { StepProps } from '../subscription/shell-page.tsx';
import { StandstillFrame } from '../subscription/standstill-frame.tsx';
import { testTexts as t } from '../texts/selection.ts';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { testFacts } from './test-facts.ts';

const SCHEDULED = 2;

/** The test that is written at the institution: to be booked, booked with all one needs to know, or held (S-14). */
export default function TestStep({ subscription, steps }: StepProps) {
  const frame = { subscription, steps };
  if (subscription.subscriptionStatus !== SCHEDULED)
    return <StandstillFrame {...frame} mark="clock" {...t.toBook} />;
  if (steps.some(({ code, state }) => code === 'analysis' && state === 'current'))
    return <StandstillFrame {...frame} mark="clock" {...t.held} contact={false} />;
  const next = subscription.permissions.reschedule ? t.mayChange : t.tooLate;
  return (
    <StandstillFrame {...frame} mark="check" {...t.booked} next={next} contact="quiet">
      <Booked subscription={subscription} />
    </StandstillFrame>
  );
}

function Booked({ subscription }: Pick<StepProps, 'subscription'>) {
  const { id, poleId, offerId, campusSchedulingId } = subscription;
  const places = useQuery({
    queryKey: ['subscription', id, 'scheduling', poleId],
    queryFn: () =>
      call('GET /candidate/poles/{poleId}/scheduling', {
        params: { poleId },
        query: { offerId, subscriptionId: id },
      }),
  });
  // Places without a free slot are not returned, so the address may be missing.
  const address = places.data?.find((place) => place.campusSchedulingId === campusSchedulingId)?.address;
  const facts = testFacts(subscription);
  if (!facts) return null;
  return (
    <Card>
      <Facts
        pairs
        facts={[
          ...facts,
          ...(address ? [{ label: t.address, value: address }] : []),
          { label: t.bring, value: t.bringWhat },
        ]}
      />
    </Card>
  );
}
