import sql, { join, raw } from 'sql-template-tag';
import { SEALED_COMMANDS } from './approval/store.ts';
import { SEALED_ENDPOINT_SECRETS } from './messaging/webhooks/sign.ts';
import { SEALED_NOTICE_SECRETS } from './payment/notice-secrets.ts';
import { renewErasures } from './platform/erasure-list.ts';
import { PART } from './platform/files/folder.ts';
import { resealFile } from './platform/files/storage.ts';
import type { Platform } from './platform/platform.ts';
import { resealed, type SealFor } from './platform/seal.ts';
import { listOf } from './privacy/erasure-job.ts';
import { SEALED_REFRESH_TOKENS } from './staff/provider/session-part.ts';

/**
 * Sealed columns of rows that outlive a change of the secret; what is in a short-lived cookie can be opened with either secret
 * in the meantime.
 */
export const SEALED_COLUMNS = [
  SEALED_COMMANDS,
  SEALED_ENDPOINT_SECRETS,
  SEALED_NOTICE_SECRETS,
  SEALED_REFRESH_TOKENS,
] as const;

const ROWS = 200;

/** What was resealed, and what couldn't be; places, never contents. */
export type Resealed = { rows: number; files: number; erasures: number; failed: string[] };

const freshOf = (place: SealFor, sealed: string): string | undefined => {
  try {
    return resealed(place, sealed);
  } catch {
    return undefined;
  }
};

type Sealed = { id: number } & Record<string, string | null | number>;

async function resealRows(platform: Platform, tenantId: number, done: Resealed): Promise<void> {
  const on = platform.db.tenant(tenantId);
  for (const { table, columns, purpose } of SEALED_COLUMNS) {
    const place = { secrets: platform.config.secrets, tenantId, purpose };
    const named = join(columns.map((column) => raw(column)));
    for (let after = 0; ; ) {
      const rows = await on.many<Sealed>(sql`
        select id, ${named} from ${raw(table)} where tenant_id = ${tenantId} and id > ${after}::bigint
        order by id limit ${ROWS}::int`);
      for (const row of rows)
        for (const column of columns) {
          const old = row[column];
          if (typeof old !== 'string' || old === '') continue;
          const fresh = freshOf(place, old);
          if (fresh === undefined)
            done.failed.push(`${table} ${row.id} of tenant ${tenantId}: no secret opens it`);
          if (fresh === undefined || fresh === old) continue;
          // Whoever changed it in the meantime has sealed it under the current secret.
          const [changed] = await on.many(sql`
            update ${raw(table)} set ${raw(column)} = ${fresh}::text
            where tenant_id = ${tenantId} and id = ${row.id}::bigint and ${raw(column)} = ${old}::text returning id`);
          if (changed) done.rows += 1;
        }
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
    }
  }
}

async function resealFiles(platform: Platform, tenantId: number, done: Resealed): Promise<void> {
  for await (const { key } of platform.files.list(`tenants/${tenantId}/`)) {
    if (key.endsWith(PART)) continue;
    try {
      if (await resealFile(platform, tenantId, key)) done.files += 1;
    } catch (error) {
      done.failed.push(`${key}: ${(error as Error).message}`);
    }
  }
}

/**
 * Reseals all stored data under the current secret: rows, files, and the list of erasures. What is already sealed under it is
 * skipped, so that an interrupted run is continued by the next one, and servers keep running. If nothing failed, the previous
 * secret is needed only for tokens that were signed with it.
 */
export async function reseal(platform: Platform): Promise<Resealed> {
  const done: Resealed = { rows: 0, files: 0, erasures: 0, failed: [] };
  for (const tenantId of await platform.db.tenantIds()) {
    await resealRows(platform, tenantId, done);
    await resealFiles(platform, tenantId, done);
  }
  done.erasures = await renewErasures(listOf(platform));
  return done;
}
