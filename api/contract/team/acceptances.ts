import { parseContractIdentifier, shownVerificationCode } from '@orbita/domain/contract';
import { STUCK } from '@orbita/domain/document';
import { isoInZone, shownName } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';
import sql from 'sql-template-tag';
import { hostOf, pageAddress } from '../../messaging/address.ts';
import { readSealed } from '../../platform/files/storage.ts';
import type { ServiceContext } from '../../platform/http/context.ts';
import { fail } from '../../platform/http/errors.ts';
import { maySee } from '../../platform/lists/lists.ts';
import { subscriptionById } from '../../subscription/row.ts';
import { seenRow } from '../../subscription/seen-state.ts';
import { evidenceLines } from '../evidence.ts';
import { type AcceptanceCopy, acceptancesOf } from '../store.ts';

type Ctx = Pick<ServiceContext, 'platform' | 'tenant' | 'service'>;
type Shown = Answer<'GET /operations/subscriptions/{id}/acceptances'>[number];

type Kept = AcceptanceCopy & { voided_at: Date | null; copy_attempts: number };

const copyOf = ({ pdf_key: key, copy_attempts: tries }: Kept): Shown['copy'] => {
  if (key) return 'ready';
  return tries >= STUCK.copies ? 'failed' : 'preparing';
};

/**
 * Contracts accepted for an application, newest first, each with the evidence lines at the end of its PDF; 404 outside the
 * caller's institutions.
 */
export async function showAcceptances({ platform, tenant, service }: Ctx, id: number): Promise<Shown[]> {
  const on = platform.db.tenant(tenant.id);
  const row = await seenRow(on, service, id);
  const rows: Kept[] = await acceptancesOf(on, id);
  const host = rows.length > 0 ? await hostOf(platform, tenant.id, row.institution_id) : undefined;
  return rows.map((one) => ({
    acceptanceId: one.id,
    title: one.title,
    version: parseContractIdentifier(one.contract)?.version ?? 1,
    acceptedAt: isoInZone(one.accepted_at, row.time_zone),
    voidedAt: one.voided_at && isoInZone(one.voided_at, row.time_zone),
    copy: copyOf(one),
    evidence: evidenceLines({
      identifier: one.contract,
      hash: one.html_hash,
      acceptedAt: one.accepted_at,
      timeZone: row.time_zone,
      ip: one.observed.ip,
      method: one.sign_in_method,
      candidate: shownName({ name: row.person_name, socialName: row.person_social_name }),
      guardian: one.guardian && { name: one.guardian.name, cpf: one.guardian.cpf },
      subscriptionId: id,
      confirmation: one.observed.confirmation,
      link: one.observed.link,
      verification:
        one.verification_code && host
          ? {
              code: shownVerificationCode(one.verification_code),
              url: pageAddress(platform, host, `/verificar/${one.verification_code}`),
            }
          : null,
    }).map(([label, value]) => ({ label, value })),
  }));
}

/**
 * The PDF of an acceptance as a stream; 404 when there is none or outside the caller's institutions, 503 when the storage is
 * down.
 */
export async function readContract({ platform, tenant, service }: Ctx, acceptanceId: number) {
  const on = platform.db.tenant(tenant.id);
  const row = await on.one<{ subscription_id: number; pdf_key: string | null }>(sql`
    select subscription_id, pdf_key from contract_acceptance where tenant_id = ${tenant.id} and id = ${acceptanceId}`);
  const owner = row && (await subscriptionById(on, row.subscription_id));
  if (!row?.pdf_key || !owner || !maySee(service, owner.institution_code)) fail('NOT_FOUND');
  try {
    return {
      name: `contrato-${row.subscription_id}.pdf`,
      content: await readSealed(platform, tenant.id, row.pdf_key),
    };
  } catch (error) {
    platform.log.error({ err: error, acceptanceId }, 'contract not readable');
    return fail('UNAVAILABLE');
  }
}
