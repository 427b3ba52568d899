import type { Platform } from '../../platform/platform.ts';
import { ProviderUnavailable, ProviderUnknown } from '../../platform/ports.ts';
import { compositeCode, lookUpRecurrence } from '../recurrence/provider.ts';
import type { ChargeReport } from '../report.ts';
import type { ChargeRow } from '../store.ts';
import type { Instrument, ProviderCharge } from './instrument.ts';
import { pix } from './pix.ts';

const idOf = ({ recurrence, id }: ChargeRow): number => {
  if (!recurrence) throw new Error(`Payment ${id} came without an authorisation`);
  return recurrence.id;
};

/**
 * The charge becomes payable once a single code both pays it and requests the authorisation; until then it is still being
 * created.
 */
async function withAuthorisation(
  platform: Platform,
  row: ChargeRow,
  charge: ChargeReport,
): Promise<ChargeReport> {
  if (charge.status === 'paid') {
    // The bank reports both, so the payment page shows the state of the authorisation without delay.
    await lookUpRecurrence(platform, row.tenant_id, idOf(row)).catch((error: unknown) =>
      platform.log.warn({ payment: row.id, err: error }, 'authorisation not looked up'),
    );
    return charge;
  }
  if (charge.status !== 'open') return charge;
  const copyPaste = await compositeCode(platform, row.tenant_id, idOf(row));
  return copyPaste ? { ...charge, copyPaste } : { ...charge, status: 'processing', copyPaste: null };
}

/** Removes a charge whose authorisation was refused, because the two may only be paid together. */
async function takeBack({ remove }: ProviderCharge, refused: ProviderUnavailable): Promise<never> {
  await remove().catch(() => {
    throw new ProviderUnknown('The charge without an authorisation was not removed');
  });
  throw refused;
}

/**
 * Automatic Pix: an immediate charge for the first instalment, and an authorisation for the others that the payer grants with
 * the same code (spec 14.2; journey 3 of the Central Bank).
 */
export const automaticPix: Instrument = {
  ...pix,
  isServed: ({ pix: port }, tenantAlias, institutionCode) =>
    port.recurrences(tenantAlias, institutionCode) !== undefined,
  at(platform, row) {
    const charge = pix.at(platform, row);
    return {
      async create() {
        const made = await charge.create();
        return withAuthorisation(platform, row, made).catch((error: unknown) => {
          if (error instanceof ProviderUnavailable) return takeBack(charge, error);
          throw error;
        });
      },
      async find() {
        const found = await charge.find();
        return found && withAuthorisation(platform, row, found);
      },
      remove: charge.remove,
    };
  },
};
