import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { PartProps } from './data-step.tsx';
import { enrollmentDataQuery } from './queries.ts';
import { type Part, partAfter, partPath } from './way.ts';

/** After a part was saved: hears what is complete now and goes on to the next part. */
export function useSaved({ subscription, reload }: Pick<PartProps, 'subscription' | 'reload'>, part: Part) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const data = await client.fetchQuery({ ...enrollmentDataQuery(subscription.id), staleTime: 0 });
    void reload();
    void navigate(partPath(subscription, partAfter(data, part)));
  };
}
