import { deviceStore } from '@orbita/client/storage.ts';
import { HelpBubble } from '@orbita/ui/help';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '../base/api.ts';
import { helpOf, useSupport } from '../tenancy/support.ts';
import { type Check, checkOf, isCollapsed, leaveHelp, onHelpLeft } from './help-rules.ts';
import type { Subscription } from './queries.ts';

/** Whether the institution has the check enabled; undefined until that is known. */
function useCheckOn(institutionId: number, check: Check | undefined): boolean | undefined {
  const { data, isLoadingError } = useQuery({
    queryKey: ['parameter', institutionId, check],
    queryFn: () =>
      call('GET /candidate/parameters/{institutionId}/{internalValue}', {
        params: { institutionId, internalValue: check ?? '' },
      }),
    enabled: check !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (check === undefined || isLoadingError) return false;
  return data && data.value === true;
}

/** Help beside the steps of an application (spec 4.4); whether it is collapsed is remembered per application. */
export function SupportBubble({ subscription }: { subscription: Subscription }) {
  const { id, institutionId } = subscription;
  const help = helpOf(useSupport(subscription), id);
  const checkOn = useCheckOn(institutionId, checkOf(subscription));
  const collapsed = useSyncExternalStore(onHelpLeft, () => isCollapsed(deviceStore, id, checkOn ?? true));
  if (!help || checkOn === undefined) return null;
  return (
    <HelpBubble
      help={help}
      collapsed={collapsed}
      onDismiss={() => leaveHelp(id, 'dismissed')}
      onOpen={() => leaveHelp(id, 'open')}
    />
  );
}
