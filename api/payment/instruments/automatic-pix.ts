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

/** The charge can be paid once one code pays it and asks for the authorisation; until then it is being made. */
async function withAuthorisation(
  platform: Platform,
  row: ChargeRow,
  charge: ChargeReport,
): Promise<ChargeReport> {
  if (charge.status === 'paid') {
    // The bank reports both; whoever looks at the payment sees at once what became of the authorisation.
    await lookUpRecurrence(platform, row.tenant_id, idOf(row)).catch((error: unknown) =>
      platform.log.warn({ payment: row.id, err: error }, 'authorisation not looked up'),
    );
    return charge;
  }
  if (charge.status !== 'open') return charge;
  const copyPaste = await compositeCode(platform, row.tenant_id, idOf(row));
  return copyPaste ? { ...charge, copyPaste } : { ...charge, status: 'processing', copyPaste: null };
}

/** Takes a charge back whose authorisation was refused, because it may only be paid together with it. */
async function takeBack({ remove }: ProviderCharge, refused: ProviderUnavailable): Promise<never> {
  await remove().catch(() => {
    throw new ProviderUnknown('The charge without an authorisation was not removed');
  });
  throw refused;
}

/**
 * Automatic Pix: an immediate charge of the first instalment, and the authorisation of the others that its payer gives with
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
