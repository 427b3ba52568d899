import {
  mayHaveParagraph,
  renderNotification,
  sampleNotification,
  TEMPLATES,
  type TemplateId,
  templateOf,
} from '@orbita/domain/messaging';
import { DEFAULT_THEME } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import type { ServiceContext } from '../../platform/http/context.ts';
import { fail, invalid } from '../../platform/http/errors.ts';
import { bestHost, pageAddress } from '../address.ts';
import { letterheadOf } from '../letterhead.ts';

const ids = Object.keys(TEMPLATES) as TemplateId[];

/** Every message with what an institution may customise. */
export const listTemplates = () =>
  ids.map((id) => {
    const { to, channels, wordings } = templateOf(id);
    const [[, first] = ['', undefined]] = Object.entries(wordings);
    return {
      id,
      title: (first?.subject ?? id).replace('{instituicao}', 'instituição'),
      to: id.startsWith('NE-') ? ('staff' as const) : to,
      channels: [...channels],
      variants: Object.keys(wordings),
      mayHaveParagraph: mayHaveParagraph(id),
    };
  });

type Wish = {
  institution: string;
  variant?: string | undefined;
  paragraph?: string | undefined;
  signature?: string | undefined;
};

/**
 * Renders a message with sample data in an institution's look.
 * @throws `NOT_FOUND` for an institution the caller may not see; `VALIDATION` (422) for a variant the message doesn't have.
 */
export async function previewTemplate(
  { platform, tenant, service }: Pick<ServiceContext, 'platform' | 'tenant' | 'service'>,
  id: TemplateId,
  { institution, variant, paragraph, signature }: Wish,
) {
  if (variant !== undefined && !Object.hasOwn(templateOf(id).wordings, variant))
    invalid([{ field: 'variant', message: 'Esta mensagem não tem este texto.' }]);
  const allowed = service.institutions === null || service.institutions.includes(institution);
  const row = await platform.db.tenant(tenant.id).one<{
    id: number;
    name: string;
    host: string | null;
    theme: { primary?: string; logoLarge?: string; logoSmall?: string } | null;
  }>(sql`
    select i.id, i.name, h.host, h.theme from institution i
    left join lateral (${bestHost(platform, sql`i.tenant_id`, sql`i.id`)}) h on true
    where i.tenant_id = ${tenant.id} and i.code = ${institution} and i.retired_at is null`);
  if (!row || !allowed) fail('NOT_FOUND');
  const { head, own } = await letterheadOf(platform, tenant.id, {
    institutionId: row.id,
    name: row.name,
    theme: row.theme,
    template: id,
  });
  const link = pageAddress(platform, row.host ?? 'localhost', '/portal');
  const rendered = renderNotification(id, sampleNotification(id, { institution: row.name, variant, link }), {
    brand: row.theme?.primary ?? DEFAULT_THEME.primary,
    paragraph: paragraph ?? own.paragraph,
    signature: signature ?? own.signature,
  });
  const { subject, text, html, sms } = rendered;
  const { fromName, replyTo } = head;
  return { subject, text, html, sms: sms ?? null, fromName, replyTo };
}
