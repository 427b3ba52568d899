import type { Platform } from '../../platform/platform.ts';
import { ProviderUnavailable } from '../../platform/ports.ts';
import type { ProviderCharge } from '../instruments/instrument.ts';
import { payerOf } from '../payer.ts';
import type { ChargeReport, ReportedStatus } from '../report.ts';
import { type ChargeRow, chargeById, type SlipRow } from '../store.ts';
import { endSlip, type Registration, registerSlip, registrationOf } from './registration.ts';
import { filingInstitution } from './settings.ts';

function statusOf({ state, write_off: writeOff }: Registration): ReportedStatus {
  switch (state) {
    case 'new':
    case 'sent':
      return 'processing';
    case 'registered':
      // After the bank refused to cancel it, the bank is not asked again automatically.
      return writeOff === 'refused' ? 'unknown' : 'open';
    case 'rejected':
      return 'failed';
    case 'written-off':
      return writeOff ? 'removed' : 'ended';
    case 'dropped':
      return 'removed';
  }
}

/** Converts a slip sent by file to the common report; money is reported by the return file that brings it. */
export function fileReport(
  reference: string,
  slip: Pick<SlipRow, 'ourNumber' | 'digitableLine' | 'barcode'> | null,
  status: ReportedStatus,
  received: ChargeReport['received'] = [],
): ChargeReport {
  const { ourNumber, digitableLine, barcode } = slip ?? {};
  return {
    ...{ reference, providerId: null, status, copyPaste: null, card: null, received },
    slip: ourNumber && digitableLine && barcode ? { ourNumber, digitableLine, barcode } : null,
  };
}

/** A slip that is numbered here and sent to the bank in files (D-73). */
export function slipByFile(platform: Platform, row: ChargeRow, slip: SlipRow): ProviderCharge {
  const { id, tenant_id: tenantId, reference, institution_code: code } = row;
  const on = platform.db.tenant(tenantId);
  // A return file has already brought its money; the bank is not asked to cancel a paid slip.
  const settled = row.state === 'paid' || row.state === 'refunded';
  const reported = (found: Registration | undefined, of: SlipRow | null = slip) =>
    found && fileReport(reference, of, settled ? 'paid' : statusOf(found));
  return {
    async create() {
      const institution = await filingInstitution(on, code);
      if (typeof institution === 'string')
        throw new ProviderUnavailable(`${code} takes no slips by files: ${institution}`);
      const payer = await payerOf(platform, row);
      await platform.db.write(tenantId, (tx) =>
        registerSlip(tx, platform, row, slip, { institution, payer }),
      );
      const [made, after] = [await registrationOf(on, id), await chargeById(on, id)];
      const report = reported(made, after?.slip);
      if (!report) throw new Error(`The slip of payment ${id} was not made`);
      return report;
    },
    find: async () => reported(await registrationOf(on, id)),
    remove: async () => reported(await (settled ? registrationOf(on, id) : endSlip(platform, tenantId, id))),
  };
}
