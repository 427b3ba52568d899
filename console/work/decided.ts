import { serverNow } from '@orbita/client/server-clock.ts';
import type { Kind } from '@orbita/domain/work';
import type { Answer } from '@orbita/protocol';
import { useState } from 'react';
import { useTeamEvent } from '../base/live.ts';
import { hour } from '../base/zone.ts';
import { tableTexts as t } from '../texts/table.ts';

type Claim = Answer<'GET /operations/queues/{queue}'>['data'][number]['claim'];

/** Who has an item, for its row; undefined where nobody has it (spec 25.4.2). */
export const claimedText = (claim: Claim): string | undefined => {
  if (!claim) return undefined;
  return claim.mine ? t.mine : t.claimed(claim.by, hour(claim.since));
};

/** "Decidido por {nome} às {hora}" of items that were decided while a list was looked at (spec 25.3.4). */
export function useDecided(kind: Kind): (itemId: number) => string | undefined {
  const [decided, setDecided] = useState<ReadonlyMap<number, string>>(new Map());
  useTeamEvent('item.decided', (event) => {
    if (event.kind !== kind) return;
    const said = t.decided(event.by, hour(new Date(serverNow())));
    setDecided((before) => new Map(before).set(event.itemId, said));
  });
  return (itemId) => decided.get(itemId);
}
