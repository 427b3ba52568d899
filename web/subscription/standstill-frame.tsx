import { ButtonLink } from '@orbita/ui/button';
import { GoodNews } from '@orbita/ui/good-news';
import type { EmblemMark } from '@orbita/ui/orbit';
import type { ReactNode } from 'react';
import { tabAccess } from '../base/tab-access.ts';
import { useTitle } from '../base/title.ts';
import { helpOf, useSupport } from '../tenancy/support.ts';
import { standstillActs as acts } from '../texts/subscription.ts';
import { viewOf } from './drawn-steps.ts';
import type { Step, Subscription } from './queries.ts';
import { StepFrame } from './step-frame.tsx';

/** Texts of a page with nothing to fill in. */
export type Standstill = {
  mark: EmblemMark;
  /** Title of the document. */
  title: string;
  /** The main message. */
  text: string;
  /** What comes next. */
  next?: string;
};

type Props = Standstill & {
  subscription: Subscription;
  steps: readonly Step[];
  /** The application has ended; offer a new one. */
  ended?: boolean;
  /** Offer the support contact; `loud` when the institution must act. */
  contact?: 'loud' | 'quiet' | false;
  /** Further content between the message and the buttons. */
  children?: ReactNode;
};

/** A page with nothing to fill in: the message, what comes next, and whom to ask. */
export function StandstillFrame(props: Props) {
  const { subscription, steps, mark, title, text, next, ended = false, contact = 'loud', children } = props;
  useTitle(title);
  const help = helpOf(useSupport(subscription));
  const link = contact ? help?.href : undefined;
  const sent = steps.filter(({ inReview }) => inReview).map(viewOf)[0];
  return (
    <StepFrame subscription={subscription} steps={steps} contact={link !== undefined}>
      <GoodNews calm mark={mark} title={text} lead={next} />
      {children}
      <Acts subscription={subscription} ended={ended} contact={contact} link={link} sent={sent} />
    </StepFrame>
  );
}

type ActsProps = {
  subscription: Subscription;
  ended: boolean;
  contact: Props['contact'];
  link: string | undefined;
  /** Address for reading what is in review. */
  sent: string | undefined;
};

/** The suggested next action, and the link to the portal. */
function Acts({ subscription, ended, contact, link, sent }: ActsProps) {
  return (
    <div className="row row--middle">
      {sent && (
        <ButtonLink kind="outline" href={sent}>
          {acts.sent}
        </ButtonLink>
      )}
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
