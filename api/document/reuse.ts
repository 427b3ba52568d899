import { FILES_PER_DOCUMENT } from '@orbita/domain/document';
import sql from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import { readSealedBytes } from '../platform/files/storage.ts';
import type { Ctx } from '../platform/http/context.ts';
import { fail } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { type SettingJson, settingsReader } from '../subscription/facts.ts';
import type { Caller } from '../subscription/own.ts';
import { settingsValues } from '../subscription/state-columns.ts';
import { acceptFile, checkOpen, ownDocument, UPLOADS } from './accept-file.ts';
import type { Budget } from './budget.ts';
import { presentDocument } from './present.ts';
import { findDocument } from './store.ts';

type Source = { document_id: number; source_id: number; approved_at: Date };

/** The earliest approval that still counts: `DocumentReuseDays` before now; null if nothing is reused. */
async function earliest(on: Runner, ctx: Caller, subscriptionId: number): Promise<Date | null> {
  const row = await on.one<{ settings: SettingJson[] }>(sql`
    select ${settingsValues()} as settings from subscription s
    where s.tenant_id = ${ctx.tenant.id} and s.id = ${subscriptionId}`);
  const days = row ? settingsReader(row.settings)('DocumentReuseDays') : 0;
  return days > 0 ? new Date(ctx.platform.clock.now().getTime() - days * 24 * 3600_000) : null;
}

/**
 * Approved documents of the same person in other applications that an open document may reuse (spec 15.9): same code, approved
 * recently enough, with files that still exist. An access key for one application sees none.
 */
export async function reusableFor(ctx: Caller, subscriptionId: number): Promise<Source[]> {
  if (ctx.session.scope !== 'candidate') return [];
  const on = ctx.platform.db.tenant(ctx.tenant.id);
  const since = await earliest(on, ctx, subscriptionId);
  if (!since) return [];
  return on.many<Source>(sql`
    select distinct on (d.id) d.id as document_id, o.id as source_id, o.reviewed_at as approved_at
    from required_document d
    join subscription s on s.tenant_id = d.tenant_id and s.person_id = ${ctx.session.personId} and s.id <> d.subscription_id
    join required_document o on o.tenant_id = d.tenant_id and o.subscription_id = s.id and o.code = d.code
    where d.tenant_id = ${ctx.tenant.id} and d.subscription_id = ${subscriptionId} and d.state in ('pending', 'rejected')
      and o.state = 'approved' and o.readable and o.reviewed_at >= ${since}::timestamptz
    order by d.id, o.reviewed_at desc, o.id desc`);
}

type FileOf = { name: string; size: number; storage_key: string };

const filesOf = (on: Runner, sourceId: number, targetId: number): Promise<FileOf[]> =>
  on.many<FileOf>(sql`
    select f.name, f.size, f.storage_key from document_file f
    where f.tenant_id = ${on.tenantId} and f.required_document_id = ${sourceId} and f.removed_at is null
      and f.scan = 'clean' and f.storage_key <> '' and not exists (
        select from document_file t where t.tenant_id = f.tenant_id and t.required_document_id = ${targetId}
          and t.removed_at is null and t.sha256 = f.sha256)
    order by f.id limit ${FILES_PER_DOCUMENT}`);

/**
 * POST reused-from: "Usar documento já aprovado" (spec 15.9). The files are copied, so that each application keeps and loses
 * its own; the institution decides on them again.
 */
export async function reuseDocument(
  ctx: Ctx<'POST /candidate/subscriptions/{id}/documents/{documentId}/reused-from/{otherId}'>,
  budget: Budget,
) {
  const { platform, tenant, session } = ctx;
  const { id, documentId, otherId } = ctx.params;
  const known = await ownDocument(ctx, id, documentId);
  const on = platform.db.tenant(tenant.id);
  checkOpen(known);
  const sources = await reusableFor(ctx, id);
  if (!sources.some((one) => one.document_id === known.id && one.source_id === otherId)) fail('NOT_FOUND');
  platform.limits.take(UPLOADS, { tenant: tenant.id, account: session.accountId });
  const files = await filesOf(on, otherId, known.id);
  for (const file of files) {
    const holding = budget.of(tenant.id, session.personId);
    try {
      holding.take(file.size);
      const content = await readSealedBytes(platform, tenant.id, file.storage_key).catch((error: Error) => {
        platform.log.error({ err: error }, 'file not readable');
        fail('UPLOAD_FAILED');
      });
      // The inspection takes over the memory, so it gets its own copy.
      await acceptFile(ctx, known, { name: file.name, bytes: new Uint8Array(content).buffer });
    } finally {
      holding.release();
    }
  }
  const row = await findDocument(on, known.id);
  return row ? reply(201, presentDocument(row, { zone: tenant.timeZone })) : fail('NOT_FOUND');
}
