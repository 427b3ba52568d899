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
  /** On a wide page in place of the steps; beside it stands a long text. */
  aside?: ReactNode;
  /** The sticky action bar: on phones nothing of `main` comes after it. */
  bar?: ReactNode;
  /** Another way than the bar's: after it, but above the help on phones, where the bar sticks to the end. */
  other?: ReactNode;
  children: ReactNode;
};

/** A page inside an application: current step, task, and beside it all steps and help. */
export function StepFrame({ subscription, steps, shown, aside, bar, other, children }: StepFrameProps) {
  const drawn = drawnSteps(steps, shown);
  return (
    <Page
      asideLabel={t.aside}
      {...(aside ? { width: 'sheet' } : {})}
      aside={
        <>
          {aside ?? (
            <Card look="flat" className="stack">
              <h2 className="h3">{t.steps}</h2>
              <Esteira steps={drawn} aside />
            </Card>
          )}
          <SupportCard subscription={subscription} />
        </>
      }
    >
      <StepsCompact steps={drawn} />
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
    </Page>
  );
}
