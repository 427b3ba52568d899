import { useState } from 'react';
import { useHeadingFocus } from '../app/heading-focus.ts';
import type { StepProps } from '../subscription/shell-page.tsx';
import { StandstillFrame } from '../subscription/standstill-frame.tsx';
import { testTexts as t } from '../texts/selection.ts';
import { BookTest } from './book-test.tsx';
import { BookedTest } from './booked-test.tsx';

const SCHEDULED = 2;

/** The test that is written at the institution: to be booked or moved, booked, or held (S-14). */
export default function TestStep(props: StepProps) {
  const { subscription, steps } = props;
  const { hour, permissions } = subscription;
  /** The slot the person wishes to leave; once another one is booked, the wish is fulfilled. */
  const [leaving, setLeaving] = useState<number>();
  const scheduled = subscription.subscriptionStatus === SCHEDULED;
  const held = scheduled && steps.some(({ code, state }) => code === 'analysis' && state === 'current');
  const moving = scheduled && permissions.reschedule && leaving !== undefined && leaving === hour?.id;
  useHeadingFocus(`${held}:${moving}`, { preventScroll: false });
  if (held)
    return (
      <StandstillFrame subscription={subscription} steps={steps} mark="clock" {...t.held} contact={false} />
    );
  if (moving) return <BookTest {...props} onBack={() => setLeaving(undefined)} />;
  if (!scheduled) return <BookTest {...props} />;
  return <BookedTest subscription={subscription} steps={steps} onMove={() => setLeaving(hour?.id)} />;
}
