import sql, { type Sql } from 'sql-template-tag';
import type { Runner } from '../platform/database/types.ts';
import type { Channel } from './notify.ts';

/**
 * The e-mail address of a person `p` that received the copy of their contract when they accepted it for an application,
 * provided it is still theirs: they typed it themselves, and neither staff nor a link set it, before or since. Otherwise null.
 * Only the copy sent by the acceptance itself counts, because a resent one goes to whatever the address is by then.
 */
const contractMail = (subscriptionId: Sql): Sql => sql`
  (select p.email from contract_acceptance a
   -- The key is a column, because row security lets no join that joins texts itself use the index.
   cross join lateral (select 'N-16:' || a.subscription_id || ':' || a.id as key offset 0) sent
   join notification n on n.tenant_id = a.tenant_id and n.dedupe_key = sent.key and n.channel = 'email'
     and n.recipient = p.email and n.state = 'sent' and not jsonb_exists(n.envelope, 'other')
   where a.tenant_id = p.tenant_id and a.subscription_id = ${subscriptionId} and a.voided_at is null
     and not p.email_by_link
     and not exists (select from person_correction c where c.tenant_id = p.tenant_id and c.person_id = p.id
       and jsonb_exists(c.fields, 'email'))
   limit 1)`;

type Row = { email: string | null; phone: string | null; contract: string | null };
export type LinkContact = { channel: Channel; to: string; why: 'confirmed' | 'contract' };

/**
 * Contacts to which a link that opens an application may be sent (spec 5.1, 25.6.2): those the person confirmed or, if there
 * are none, the e-mail address that already has the copy of the contract. Empty = no link is sent.
 */
export async function linkContacts(
  on: Runner,
  { tenantId, personId, subscriptionId }: { tenantId: number; personId: number; subscriptionId: number },
): Promise<LinkContact[]> {
  const row = await on.one<Row>(sql`
    select case when p.email_confirmed_at is not null then p.email end as email,
      case when p.cell_phone_confirmed_at is not null then p.cell_phone end as phone,
      ${contractMail(sql`${subscriptionId}::bigint`)} as contract
    from person p where p.tenant_id = ${tenantId} and p.id = ${personId}::bigint and p.anonymised_at is null`);
  const confirmed: LinkContact[] = [
    ...(row?.email ? [{ channel: 'email' as const, to: row.email, why: 'confirmed' as const }] : []),
    ...(row?.phone ? [{ channel: 'sms' as const, to: row.phone, why: 'confirmed' as const }] : []),
  ];
  if (confirmed.length > 0 || !row?.contract) return confirmed;
  return [{ channel: 'email', to: row.contract, why: 'contract' }];
}
