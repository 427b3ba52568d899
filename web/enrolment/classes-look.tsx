import { Disclosure } from '@orbita/ui/disclosure';
import { useQuery } from '@tanstack/react-query';
import type { Subscription } from '../subscription/queries.ts';
import { classTexts as t } from '../texts/enrolment.ts';
import { ClassList } from './class-lines.tsx';
import { classesQuery } from './queries.ts';

/** The classes of an application, for a look before its contract is accepted; one is chosen afterwards. */
export function ClassesLook({ subscription }: { subscription: Pick<Subscription, 'id' | 'offer'> }) {
  const { data } = useQuery({ ...classesQuery(subscription.id), enabled: subscription.offer.requiresClass });
  if (!data || data.availableClasses.length === 0) return null;
  const shown = data.availableClasses.map((one) => ({
    ...one,
    slots: data.showInfo || one.slots === 0 ? one.slots : null,
  }));
  return (
    <Disclosure summary={t.look}>
      <p className="small muted">{t.lookLead}</p>
      <ClassList classes={shown} />
    </Disclosure>
  );
}
