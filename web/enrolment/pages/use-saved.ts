import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { today } from '../../base/today.ts';
import { contractQuery } from '../../contract/queries.ts';
import { personDataQuery } from '../../person/queries.ts';
import type { PartProps } from '../part-props.ts';
import { enrollmentDataQuery } from '../queries.ts';
import { byPage, type Part, partAfter, partPath } from '../way.ts';

/** After a part was saved: refetches what is complete and goes to the next part. */
export function useSaved({ subscription, reload }: Pick<PartProps, 'subscription' | 'reload'>, part: Part) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const [data, person] = await Promise.all([
      client.fetchQuery({ ...enrollmentDataQuery(subscription.id), staleTime: 0 }),
      client.ensureQueryData(personDataQuery()),
    ]);
    // The contract's text depends on what was saved, but is cached while it is being read.
    client.removeQueries({ queryKey: contractQuery(subscription.id).queryKey });
    void reload();
    void navigate(partPath(subscription, partAfter(byPage(data, person, today()), part)));
  };
}
