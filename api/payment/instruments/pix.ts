import type { Platform } from '../../platform/platform.ts';
import { type PixCharge, type PixGateway, ProviderUnavailable } from '../../platform/ports.ts';
import { noticeAddress } from '../notice-addresses.ts';
import type { ChargeReport, ReportedStatus } from '../report.ts';
import type { ChargeRow } from '../store.ts';
import { type Instrument, keepCode, noteOf, registerQuietly } from './instrument.ts';

const STATUS: Record<PixCharge['status'], ReportedStatus> = {
  ATIVA: 'open',
  CONCLUIDA: 'paid',
  REMOVIDA_PELO_USUARIO_RECEBEDOR: 'removed',
  REMOVIDA_PELO_PSP: 'ended',
  UNKNOWN: 'unknown',
};

/**
 * Converts an API Pix charge to the common report. Money counts whatever the status says, because banks change it late; only
 * money that went back before the charge was completed was never received.
 */
export function pixReport({ txid, status, copyPaste, received }: PixCharge): ChargeReport {
  const kept = received.filter(
    ({ amountCents, refundedCents = 0 }) => status === 'CONCLUIDA' || refundedCents < amountCents,
  );
  return {
    reference: txid,
    providerId: null,
    status: kept.length > 0 ? 'paid' : STATUS[status],
    copyPaste,
    slip: null,
    card: null,
    received: kept.map(({ endToEndId, amountCents, at }) => ({ reference: endToEndId, amountCents, at })),
  };
}

/** The payer's data is not sent, because Pix does not need it. */
const create = async (platform: Platform, row: ChargeRow, txid: string, gateway: PixGateway) => {
  const pixKey = row.pix_key ?? '';
  const webhook = noticeAddress(platform, row.tenant_id, 'pix').then((url) =>
    gateway.ensureWebhook(pixKey, url),
  );
  const [charge] = await Promise.allSettled([
    gateway.create({
      txid,
      amountCents: row.amount_cents,
      expiresInSeconds: Math.max(
        1,
        Math.floor(((row.expires_at?.getTime() ?? 0) - row.created_at.getTime()) / 1000),
      ),
      pixKey,
      note: noteOf(row),
    }),
    registerQuietly(platform, webhook),
  ]);
  if (charge.status === 'rejected') throw charge.reason;
  return pixReport(charge.value);
};

/** Immediate charges of API Pix. */
export const pix: Instrument = {
  removable: true,
  endsLater: false,
  // Repeating a request under the same txid never creates a second charge.
  looksBeforeRepeat: 0,
  isServed: (ports, tenantAlias, institutionCode) =>
    ports.pix.account(tenantAlias, institutionCode) !== undefined,
  at(platform, row) {
    const { reference, tenant_alias: alias, institution_code: code } = row;
    const gateway = platform.ports.pix.account(alias, code);
    if (!gateway) throw new ProviderUnavailable(`No provider account ${alias}/${code}`);
    const reported = (found: PixCharge | undefined) => found && pixReport(found);
    return {
      create: () => create(platform, row, reference, gateway),
      find: async () => reported(await gateway.find(reference)),
      remove: async () => reported(await gateway.remove(reference)),
    };
  },
  async keep(tx, row, { copyPaste }) {
    if (!copyPaste) return false;
    await keepCode(tx, row.id, copyPaste);
    return true;
  },
};
