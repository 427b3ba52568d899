import { refusalText } from '@orbita/domain/document';
import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../../platform/http/context.ts';
import { seenRow } from '../../subscription/seen-state.ts';
import { type DocumentRow, JOINS, presentDocument, shownAt } from './list.ts';

type Row = DocumentRow & { rejection_reason: string | null; rejection_note: string | null };

/** An application's documents, one line each, in the order they are requested; 404 outside the caller's institutions. */
export async function documentsInBrief(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  id: number,
): Promise<Answer<'GET /operations/subscriptions/{id}/documents'>> {
  const on = platform.db.tenant(tenant.id);
  await seenRow(on, service, id);
  const rows = await on.many<Row>(sql`
    select ${shownAt(platform.clock.now(), service)}, d.rejection_reason, d.rejection_note
    from required_document d ${JOINS}
    where d.tenant_id = ${tenant.id} and d.subscription_id = ${id}
    order by d.stage desc, d.position, d.id`);
  return rows.map((row) => {
    const { name, stage, required, state, claim, waitingSince } = presentDocument(
      row,
      service,
      tenant.timeZone,
    );
    return {
      ...{ id: row.id, name, stage, required, state, claim, waitingSince },
      refusal: row.state === 'rejected' ? refusalText(row.rejection_reason, row.rejection_note) : null,
      files: row.files.length,
    } as Answer<'GET /operations/subscriptions/{id}/documents'>[number];
  });
}
