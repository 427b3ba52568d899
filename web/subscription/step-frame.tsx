import type { ReactNode } from 'react';
import { supportLine, useSupport } from '../tenancy/support.ts';
import { frameTexts as t } from '../texts/subscription.ts';
import { Card } from '../ui/card.tsx';
import { Esteira } from '../ui/esteira.tsx';
import { HelpCard } from '../ui/help.tsx';
import { Page } from '../ui/page.tsx';
import { StepsCompact } from '../ui/steps-compact.tsx';
import { drawnSteps } from './drawn-steps.ts';
import type { Step, Subscription } from './queries.ts';
import { StepNews } from './step-news.tsx';

/** Help for one application, where its institution offers it. */
export function SupportCard({ subscription }: { subscription: Pick<Subscription, 'id' | 'institutionId'> }) {
  const support = useSupport(subscription);
  if (!support?.enabled || !support.link) return null;
  return <HelpCard href={support.link} title={support.title} text={supportLine(support, subscription.id)} />;
}

export type StepFrameProps = {
  subscription: Subscription;
  steps: readonly Step[];
  /** The done step that the page shows. */
  shown?: Step['code'];
  /** The sticky action bar: on phones nothing of `main` comes after it. */
  bar?: ReactNode;
  /** Another way than the bar's: after it, but above the help on phones, where the bar sticks to the end. */
  other?: ReactNode;
  children: ReactNode;
};

export type StepPageProps = Pick<StepFrameProps, 'subscription' | 'steps' | 'shown' | 'children'>;

/** A page inside an application, beside all its steps and help from 1000 px on: the news of a step. */
export function StepPage({ subscription, steps, shown, children }: StepPageProps) {
  return (
    <Page
      asideLabel={t.aside}
      aside={
        <>
          <Card look="flat" className="stack">
            <h2 className="h3">{t.steps}</h2>
            <Esteira steps={drawnSteps(steps, shown)} aside />
          </Card>
          <SupportCard subscription={subscription} />
        </>
      }
    >
      {children}
    </Page>
  );
}

/** The same with the current step above the task on narrow screens: what is done in a step. */
export function StepFrame({ subscription, steps, shown, bar, other, children }: StepFrameProps) {
  return (
    <StepPage subscription={subscription} steps={steps} shown={shown}>
      <StepsCompact steps={drawnSteps(steps, shown)} />
      <StepNews subscription={subscription} />
      {children}
      {other && <div className="only-phone">{other}</div>}
      <div className={bar ? 'only-phone' : 'only-narrow'}>
        <SupportCard subscription={subscription} />
      </div>
      {bar}
      {other && <div className="only-tablet">{other}</div>}
      {/* Where the bar no longer sticks, help comes after the button. */}
      {bar && (
        <div className="only-narrow only-tablet">
          <SupportCard subscription={subscription} />
        </div>
      )}
    </StepPage>
  );
}
