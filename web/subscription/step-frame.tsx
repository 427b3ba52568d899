import { Card } from '@orbita/ui/card';
import { HelpCard } from '@orbita/ui/help';
import { Page } from '@orbita/ui/page';
import { StepList } from '@orbita/ui/step-list';
import { StepsCompact } from '@orbita/ui/steps-compact';
import type { ReactNode } from 'react';
import { helpOf, useSupport } from '../tenancy/support.ts';
import { frameTexts as t } from '../texts/subscription.ts';
import { drawnSteps } from './drawn-steps.ts';
import type { Step, Subscription } from './queries.ts';
import { StepNews } from './step-news.tsx';
import { SupportBubble } from './support-bubble.tsx';

/** Help for one application, if its institution offers it. */
export function SupportCard({ subscription }: { subscription: Pick<Subscription, 'id' | 'institutionId'> }) {
  const help = helpOf(useSupport(subscription), subscription.id);
  return help ? <HelpCard {...help} /> : null;
}

export type StepFrameProps = {
  subscription: Subscription;
  steps: readonly Step[];
  /** The step whose record the page shows. */
  shown?: Step['code'];
  /** Replaces the steps on a wide page, beside a long text. */
  aside?: ReactNode;
  /** The sticky action bar: on phones nothing in `main` comes after it. */
  bar?: ReactNode;
  /** An alternative to the bar's action: after it, but before it on phones, where the bar sticks to the end. */
  other?: ReactNode;
  /** The page itself offers the contact, so the side column does not. */
  contact?: boolean;
  children: ReactNode;
};

export type StepPageProps = Pick<
  StepFrameProps,
  'subscription' | 'steps' | 'shown' | 'aside' | 'contact' | 'children'
>;

/** A page inside an application, with all its steps beside it and, from 1000 px on, help: for announcements of a step. */
export function StepPage({ subscription, steps, shown, aside, contact, children }: StepPageProps) {
  return (
    <Page
      asideLabel={t.aside}
      {...(aside ? { width: 'sheet' } : {})}
      aside={
        <>
          {aside ?? (
            <Card look="flat" className="stack">
              <h2 className="h3">{t.steps}</h2>
              <StepList steps={drawnSteps(steps, shown)} aside />
            </Card>
          )}
          {!contact && <SupportBubble subscription={subscription} />}
        </>
      }
    >
      {children}
    </Page>
  );
}

/** The same with the current step above the task on narrow screens: for the work of a step. */
export function StepFrame(props: StepFrameProps) {
  const { subscription, steps, shown, bar, other, children } = props;
  return (
    <StepPage {...props}>
      <StepsCompact steps={drawnSteps(steps, shown)} />
      <StepNews subscription={subscription} />
      {children}
      {other && <div className="only-phone">{other}</div>}
      {bar}
      {other && <div className="only-tablet">{other}</div>}
    </StepPage>
  );
}
