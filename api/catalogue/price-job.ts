import { dayInZone } from '@orbita/domain/foundation';
import sql from 'sql-template-tag';
import type { Tx } from '../platform/database/types.ts';
import { forDueTenants } from '../platform/due.ts';
import type { Job } from '../platform/jobs.ts';
import { tenantById } from '../tenancy/hosts.ts';
import { diffCatalogues } from './diff.ts';
import { type Edit, editCatalogue } from './edit.ts';
import { lockCatalogue } from './hold.ts';
import { readCatalogue } from './read.ts';
import { sliceOf } from './slice.ts';
import { writeVersion } from './versions.ts';

const BATCH = 500;

/** Puts scheduled amounts that are due into effect, as a version of their own. Returns the number of prices changed. */
async function takeOver(tx: Tx, today: string, now: Date): Promise<number> {
  await lockCatalogue(tx);
  const due = await tx.many<{ code: string }>(sql`
    select code from price where tenant_id = ${tx.tenantId} and next is not null and next ->> 'from' <= ${today}
      and retired_at is null order by next ->> 'from', id limit ${BATCH}::int`);
  if (due.length === 0) return 0;
  const slice = sliceOf(
    tx.tenantId,
    due.map(({ code }) => ({ kind: 'prices', code })),
  );
  const current = await readCatalogue(tx, slice);
  const codes = new Set(due.map(({ code }) => code));
  const edits = current.prices.flatMap(({ code, next }): Edit[] => {
    if (!codes.has(code) || !next) return [];
    const { from: _, ...amounts } = next;
    return [{ kind: 'prices', code, set: { ...amounts, next: null } }];
  });
  const plan = diffCatalogues(current, editCatalogue(current, edits).wanted);
  const author = { staffId: null, name: 'Órbita', source: 'due' } as const;
  await writeVersion(tx, current, plan, { author, now });
  return edits.length;
}

/** Puts scheduled prices into effect on their day (spec 25.14); accepted contracts keep theirs. */
export const priceJob: Job = {
  name: 'price-change',
  everyMs: 60_000,
  run: (platform) =>
    forDueTenants(platform, 'price-change', async (tenantId) => {
      const now = platform.clock.now();
      const today = dayInZone(now, (await tenantById(platform, tenantId)).timeZone);
      return platform.db.write(tenantId, (tx) => takeOver(tx, today, now));
    }),
};
