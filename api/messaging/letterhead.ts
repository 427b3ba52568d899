import sql from 'sql-template-tag';
import type { Platform } from '../platform/platform.ts';
import type { MailMessage } from '../platform/ports.ts';

type Theme = { logoLarge?: string; logoSmall?: string } | null;
type Row = {
  alias: string;
  mail: { fromName?: string | null; replyTo?: string | null } | null;
};
type Logo = { content_type: string; content: Uint8Array };

/** Bytes of a logo that goes along with every mail. */
const MOST_LOGO = 100 * 1024;

/**
 * Sender, address for answers and logo of an institution's mail; without an institution, of its group. The logo goes along
 * inside, as nothing is loaded from elsewhere by many programs; only kinds of images that all of them draw.
 */
export async function letterheadOf(
  platform: Platform,
  tenantId: number,
  { institutionId, name, theme }: { institutionId: number | null; name: string; theme: Theme },
): Promise<Pick<MailMessage, 'fromName' | 'replyTo' | 'logo'>> {
  const db = platform.db.tenant(tenantId);
  const row = await db.one<Row>(sql`
    select t.alias, i.mail from tenant t
    left join institution i on i.tenant_id = t.id and i.id = ${institutionId}::bigint where t.id = ${tenantId}`);
  const path = theme?.logoLarge || theme?.logoSmall;
  const logo =
    row && path
      ? await db.one<Logo>(sql`
        select content_type, content from brand_asset
        where tenant_id = ${tenantId} and path in (${path}::text, ${`${row.alias}/${path}`}::text)
          and content_type in ('image/png', 'image/jpeg') and octet_length(content) <= ${MOST_LOGO}::int
        order by path limit 1`)
      : undefined;
  return {
    fromName: row?.mail?.fromName ?? name,
    replyTo: row?.mail?.replyTo ?? null,
    logo: logo ? { type: logo.content_type, content: Buffer.from(logo.content) } : null,
  };
}
