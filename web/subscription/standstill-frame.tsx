import type { ReactNode } from 'react';
import { tabAccess } from '../app/tab-access.ts';
import { useTitle } from '../app/title.ts';
import { useSupport } from '../tenancy/support.ts';
import { standstillActs as acts } from '../texts/subscription.ts';
import { ButtonLink } from '../ui/button.tsx';
import { type EmblemMark, OrbitEmblem } from '../ui/orbit.tsx';
import { PageHead } from '../ui/page.tsx';
import type { Step, Subscription } from './queries.ts';
import { StepFrame } from './step-frame.tsx';

/** What is told of a standstill. */
export type Standstill = {
  mark: EmblemMark;
  /** Title of the document. */
  title: string;
  /** The news. */
  text: string;
  /** What comes next. */
  next?: string;
};

type Props = Standstill & {
  subscription: Subscription;
  steps: readonly Step[];
  /** The application is over: the way on is a new one. */
  ended?: boolean;
  /** The institution can help; `loud` where nothing goes on without it. */
  contact?: 'loud' | 'quiet' | false;
  /** What is known besides, between the news and the ways on. */
  children?: ReactNode;
};

/** A page on which there is nothing to fill in: the news, what comes next, and whom to ask. */
export function StandstillFrame(props: Props) {
  const { subscription, steps, mark, title, text, next, ended = false, contact = 'loud', children } = props;
  useTitle(title);
  return (
    <StepFrame subscription={subscription} steps={steps}>
      <div className="stack">
        <OrbitEmblem mark={mark} still />
        <PageHead title={text} lead={next} />
      </div>
      {children}
      <Acts subscription={subscription} ended={ended} contact={contact} />
    </StepFrame>
  );
}

type ActsProps = { subscription: Subscription; ended: boolean; contact: Props['contact'] };

/** The next best thing, and the way to see everything. */
function Acts({ subscription, ended, contact }: ActsProps) {
  const support = useSupport(subscription);
  const link = contact && support?.enabled ? support.link : null;
  return (
    <div className="row">
      {ended && <ButtonLink href="/course">{acts.newSubscription}</ButtonLink>}
      {link && (
        <ButtonLink
          kind={contact === 'quiet' ? 'tonal' : 'primary'}
          href={link}
          target="_blank"
          rel="noopener"
        >
          {acts.contact}
        </ButtonLink>
      )}
      {!tabAccess() && (
        <ButtonLink kind="outline" href={`/tracking?subscription=${subscription.id}`}>
          {acts.follow}
        </ButtonLink>
      )}
    </div>
  );
}
