import { setCapacity } from '../enrolment/team/classes.ts';
import type { Tx } from '../platform/database/types.ts';
import type { ServiceContext } from '../platform/http/context.ts';
import { diffCatalogues } from './diff.ts';
import { editCatalogue } from './edit.ts';
import { lockCatalogue } from './hold.ts';
import { readCatalogue } from './read.ts';
import { sliceOf } from './slice.ts';
import { authorOf, writeVersion } from './versions.ts';

type Capacity = Parameters<typeof setCapacity>[4];

/**
 * Sets the places of a class and records it as a catalogue version, like any other edit, so that it can be seen and undone.
 * Candidates waiting for a class of its offer are notified in the same transaction.
 */
export async function changeCapacity(
  tx: Tx,
  { platform, service }: Pick<ServiceContext, 'platform' | 'service'>,
  code: string,
  read: Capacity,
) {
  await lockCatalogue(tx);
  const { before, ...done } = await setCapacity(tx, platform, service, code, read);
  const key = `${done.offerCode}/${done.code}`;
  const after = await readCatalogue(tx, sliceOf(tx.tenantId, [{ kind: 'classes', code: key }]));
  const { wanted: current } = editCatalogue(after, [{ kind: 'classes', code: key, set: { slots: before } }]);
  const author = authorOf(service, 'form');
  await writeVersion(tx, current, diffCatalogues(current, after), { author, now: platform.clock.now() });
  return done;
}
