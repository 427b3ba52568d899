import { useHeadingFocus } from '@orbita/ui/heading-focus.ts';
import { useState } from 'react';
import { StandstillFrame } from '../subscription/standstill-frame.tsx';
import type { StepProps } from '../subscription/step-props.ts';
import { testTexts as t } from '../texts/selection.ts';
import { BookTest } from './book-test.tsx';
import { BookedTest } from './booked-test.tsx';

const SCHEDULED = 2;

/** The test taken at the institution: to be booked or moved, booked, or held (S-14). */
export default function TestStep(props: StepProps) {
  const { subscription, steps } = props;
  const { hour, permissions } = subscription;
  /** The booked slot that the candidate wants to change. */
  const [leaving, setLeaving] = useState<number>();
  // Once the booking has moved, whoever moved it, the wish is fulfilled: a later return to the slot shows the summary.
  if (leaving !== undefined && leaving !== hour?.id) setLeaving(undefined);
  const scheduled = subscription.subscriptionStatus === SCHEDULED;
  const held = scheduled && steps.some(({ inReview }) => inReview);
  const moving = scheduled && permissions.reschedule && leaving !== undefined;
  useHeadingFocus(`${held}:${moving}`, { preventScroll: false });
  if (held)
    return (
      <StandstillFrame subscription={subscription} steps={steps} mark="clock" {...t.held} contact={false} />
    );
  if (moving) return <BookTest {...props} onBack={() => setLeaving(undefined)} />;
  if (!scheduled) return <BookTest {...props} />;
  return <BookedTest subscription={subscription} steps={steps} onMove={() => setLeaving(hour?.id)} />;
}
