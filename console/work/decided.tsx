import { serverNow } from '@orbita/client/server-clock.ts';
import type { Kind } from '@orbita/domain/work';
import type { Answer } from '@orbita/protocol';
import { WithName } from '@orbita/ui/with-name';
import { type ReactNode, useState } from 'react';
import { useTeamEvent } from '../base/live.ts';
import { hour } from '../base/zone.ts';
import { tableTexts as t } from '../texts/table.ts';

type Claim = Answer<'GET /operations/queues/{queue}'>['data'][number]['claim'];

/** Who has an item, for its row; undefined if nobody has it (spec 25.4.2). */
export const claimedText = (claim: Claim): ReactNode => {
  if (!claim) return undefined;
  if (claim.mine) return t.mine;
  return <WithName text={(name) => t.claimed(name, hour(claim.since))} name={claim.by} />;
};

/** "Decidido por {nome} às {hora}" for items that were decided while a list was shown (spec 25.3.4). */
export function useDecided(kind: Kind): (itemId: number) => ReactNode {
  const [decided, setDecided] = useState<ReadonlyMap<number, ReactNode>>(new Map());
  useTeamEvent('item.decided', (event) => {
    if (event.kind !== kind) return;
    const at = hour(new Date(serverNow()));
    const said = <WithName text={(name) => t.decided(name, at)} name={event.by} />;
    setDecided((before) => new Map(before).set(event.itemId, said));
  });
  return (itemId) => decided.get(itemId);
}
