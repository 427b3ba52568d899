import { CourseBar } from '@orbita/ui/course-bar';
import { inView } from '../base/base.ts';
import { tabAccess } from '../base/tab-access.ts';
import { endItem } from '../identity/access-key-end.tsx';
import { helpOf, useSupport } from '../tenancy/support.ts';
import { appTexts as t } from '../texts/app.ts';
import { barTitle, shownFacts } from './course-facts.ts';
import { leaveHelp } from './help-rules.ts';
import { useOwnMenu } from './own-menu.tsx';
import type { Subscription, SubscriptionCard } from './queries.ts';

type Props = {
  /** What the bar shows; a card from the list is enough. */
  shown: Subscription | SubscriptionCard;
  /** Determines what the menu offers. */
  subscription: Subscription | undefined;
  place: 'step' | 'tracking';
};

/** Course bar of an application with its menu (spec 4.3). */
export function ApplicationBar({ shown, subscription, place }: Props) {
  const support = useSupport(shown);
  const byLink = tabAccess() !== undefined;
  const menu = useOwnMenu(subscription, byLink ? 'link' : place);
  return (
    <>
      <CourseBar
        backHref={byLink ? undefined : '/portal'}
        backLabel={t.backToPortal}
        course={shown.courseName}
        meta={barTitle(shown)}
        facts={shownFacts(shown)}
        help={helpOf(support, shown.id)}
        onHelpDismissed={() => leaveHelp(shown.id, 'dismissed')}
        menu={byLink && !inView ? [...menu.items, endItem] : menu.items}
      />
      {menu.dialog}
    </>
  );
}
