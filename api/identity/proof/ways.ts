import sql from 'sql-template-tag';
import type { CandidateContext } from '../../platform/http/context.ts';
import { whatsAppOf } from '../../platform/whatsapp-accounts.ts';
import { requireProof } from './fresh.ts';

type ProofContact = { channel: 'email' | 'sms' | 'whatsapp'; value: string };
type Row = { email: string | null; cell_phone: string | null; password: boolean; passkey: boolean };
export type ProofWays = { password: boolean; passkey: boolean; contacts: ProofContact[] };

/**
 * What the session's person can prove their identity with. Only contacts confirmed before the session began count: whoever took
 * over the session may have added a newer one.
 */
export async function proofWays({
  platform,
  tenant,
  host,
  session,
}: Pick<CandidateContext, 'platform' | 'tenant' | 'host' | 'session'>): Promise<ProofWays> {
  const row = await platform.db.tenant(tenant.id).one<Row>(sql`
    select case when p.email_confirmed_at <= s.created_at then p.email end as email,
      case when p.cell_phone_confirmed_at <= s.created_at then p.cell_phone end as cell_phone,
      exists (select from user_account a where a.tenant_id = p.tenant_id and a.id = s.account_id
        and a.password_hash is not null) as password,
      exists (select from passkey k where k.tenant_id = p.tenant_id and k.person_id = p.id
        and k.rp_id = ${host.name}) as passkey
    from login_session s
    join person p on p.tenant_id = s.tenant_id and p.id = s.person_id and p.anonymised_at is null
    where s.tenant_id = ${tenant.id} and s.id = ${session.sessionId}::uuid`);
  const contacts: ProofContact[] = [];
  if (row?.email) contacts.push({ channel: 'email', value: row.email });
  if (row?.cell_phone) {
    contacts.push({ channel: 'sms', value: row.cell_phone });
    if (whatsAppOf(platform.config.whatsapp, tenant.alias)?.code)
      contacts.push({ channel: 'whatsapp', value: row.cell_phone });
  }
  return { password: row?.password === true, passkey: row?.passkey === true, contacts };
}

/** True for a person with nothing at all to prove their identity with: there is nothing yet that a proof could protect. */
const hasNoProof = ({ password, passkey, contacts }: ProofWays): boolean =>
  !password && !passkey && contacts.length === 0;

/**
 * Refuses a person who has something to prove their identity with and hasn't done so within the last minutes.
 * @throws `REAUTH_REQUIRED`
 */
export async function requireProofIfAny(
  ctx: Pick<CandidateContext, 'platform' | 'tenant' | 'host' | 'session'>,
): Promise<void> {
  if (!hasNoProof(await proofWays(ctx))) await requireProof(ctx);
}
