import type { TemplateId } from '@orbita/domain/messaging';
import sql from 'sql-template-tag';
import type { Platform } from '../platform/platform.ts';
import type { MailMessage } from '../platform/ports.ts';

type Theme = { logoLarge?: string; logoSmall?: string } | null;
type Row = {
  alias: string;
  from_name: string | null;
  reply_to: string | null;
  signature: string | null;
  paragraph: string | null;
};
type Logo = { content_type: string; content: Uint8Array };

/** What an institution contributes around a message, and to its text. */
type Letterhead = {
  head: Pick<MailMessage, 'fromName' | 'replyTo' | 'logo'>;
  own: { paragraph?: string; signature?: string };
};

/** Most bytes of a logo that is sent with every mail. */
const MOST_LOGO = 100 * 1024;

/**
 * Sender, reply address and logo of an institution's mail, and its own words in this message; without an institution, those of
 * its group. The logo is embedded, because many mail programs load nothing remotely, and only if its image type is supported by
 * all of them.
 */
export async function letterheadOf(
  platform: Platform,
  tenantId: number,
  {
    institutionId,
    name,
    theme,
    template,
  }: { institutionId: number | null; name: string; theme: Theme; template: TemplateId },
): Promise<Letterhead> {
  const db = platform.db.tenant(tenantId);
  const row = await db.one<Row>(sql`
    select t.alias, i.mail ->> 'fromName' as from_name, i.mail ->> 'replyTo' as reply_to,
      i.mail ->> 'signature' as signature, i.mail -> 'paragraphs' ->> ${template}::text as paragraph from tenant t
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
    head: {
      fromName: row?.from_name ?? name,
      replyTo: row?.reply_to ?? null,
      logo: logo ? { type: logo.content_type, content: Buffer.from(logo.content) } : null,
    },
    own: {
      ...(row?.paragraph ? { paragraph: row.paragraph } : {}),
      ...(row?.signature ? { signature: row.signature } : {}),
    },
  };
}
