import {
  composed,
  ownShingles,
  quotations,
  SHOWN_SIMILARITY,
  sharedRuns,
  shareOf,
} from '@orbita/domain/essay';
import sql from 'sql-template-tag';
import type { Service, Tenant } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { maySee, ownedBy } from '../../platform/lists/lists.ts';
import type { Platform } from '../../platform/platform.ts';
import { supportRuns } from '../support.ts';
import { mostAlike } from './alike.ts';

/** Labels of the essays compared with another one; their authors stay unknown. */
const LABELS = ['A', 'B', 'C', 'D', 'E'];

type Compared = { title: string; body: string; support: string[]; institution: string };

/** What an essay shares with another one, whose text is included only if the caller may see its institution. */
function compare(
  own: Pick<Compared, 'body' | 'support'>,
  other: Compared,
  service: Service,
): { share: number; entry: object } {
  const quoted = [...own.support, ...other.support];
  const support = supportRuns(quoted);
  const share = shareOf(ownShingles(own.body, support), ownShingles(other.body, support));
  const runs = sharedRuns(own.body, other.body, support);
  const open = maySee(service, other.institution);
  return {
    share: Math.round(share * 1000) / 1000,
    entry: {
      title: open ? other.title : null,
      text: open ? composed(other.body) : null,
      runs: open ? runs : runs.map(({ start, end }) => ({ start, end, otherStart: null, otherEnd: null })),
      quotations: quotations(own.body, support),
      otherQuotations: open ? quotations(other.body, support) : null,
    },
  };
}

/** Lets other work of this process run between two comparisons, each of which takes milliseconds for the longest texts. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * The most similar essays by other people, from a share of 0.30 on, without their authors, and with the passages that both
 * contain (spec 25.7). Quotations of the support texts do not count.
 */
export async function similarEssays(platform: Platform, tenant: Tenant, service: Service, id: number) {
  const on = platform.db.tenant(tenant.id);
  const own = await on.one<{ body: string; support: string[] }>(sql`
    select e.body, t.texts as support from essay e
    join essay_theme t on t.tenant_id = e.tenant_id and t.id = e.essay_theme_id
    where e.tenant_id = ${tenant.id} and e.id = ${id} ${ownedBy(tenant.id, service, {}, sql`e.institution_id`)}`);
  if (!own) fail('NOT_FOUND');
  const found = await on.many<Compared>(mostAlike(tenant.id, id, SHOWN_SIMILARITY, LABELS.length));
  const compared = [];
  for (const other of found) {
    compared.push(compare(own, other, service));
    await breathe();
  }
  return compared
    .filter(({ share }) => share >= SHOWN_SIMILARITY)
    .sort((one, other) => other.share - one.share)
    .map(({ share, entry }, at) => ({ label: LABELS[at] ?? '', share, ...entry }));
}
