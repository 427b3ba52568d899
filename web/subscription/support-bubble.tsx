import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../app/api.ts';
import { useSupport } from '../tenancy/support.ts';
import { HelpBubble } from '../ui/help.tsx';
import { deviceStore } from '../ui/storage.ts';
import { type Check, checkOf, isCollapsed, rememberHelp } from './help-rules.ts';
import type { Subscription } from './queries.ts';

/** Whether the institution has the check on; undefined until that is known. */
function useCheckOn(institutionId: number, check: Check | undefined): boolean | undefined {
  const { data, isError } = useQuery({
    queryKey: ['parameter', institutionId, check],
    queryFn: () =>
      call('GET /candidate/parameters/{institutionId}/{internalValue}', {
        params: { institutionId, internalValue: check ?? '' },
      }),
    enabled: check !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (check === undefined || isError) return false;
  return data && data.value === true;
}

/** Floating help on the pages of an application (spec 4.4); whether it is collapsed is remembered per application. */
export function SupportBubble({ subscription }: { subscription: Subscription }) {
  const support = useSupport(subscription);
  const checkOn = useCheckOn(subscription.institutionId, checkOf(subscription));
  const [, redraw] = useState(0);
  if (!support?.enabled || !support.link || checkOn === undefined) return null;
  const leave = (left: 'open' | 'dismissed') => {
    rememberHelp(deviceStore, subscription.id, left);
    redraw((count) => count + 1);
  };
  return (
    <HelpBubble
      href={support.link}
      title={support.title}
      collapsed={isCollapsed(deviceStore, subscription.id, checkOn)}
      onDismiss={() => leave('dismissed')}
      onOpen={() => leave('open')}
    />
  );
}
