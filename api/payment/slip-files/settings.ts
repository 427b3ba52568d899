import { cnabProblems, type SlipsByFile, slipsByFile } from '@orbita/domain/payment';
import { DEFAULT_PAYMENT_SETTINGS, type PaymentSettings } from '@orbita/domain/tenancy';
import sql from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';

/** An institution that sends slips in files, with the settings for those files. */
export type FilingInstitution = {
  id: number;
  code: string;
  timeZone: string;
  settings: SlipsByFile;
  receiver: { name: string; document: string };
};

type Row = { id: number; code: string; time_zone: string; payment: Partial<PaymentSettings> };

/**
 * Looks up an institution that sends slips in files. Returns `unknown` if there is no institution with this code, and
 * `not-by-file` if its slips do not, or no longer, go by file.
 */
export async function filingInstitution(
  on: Runner,
  code: string,
): Promise<FilingInstitution | 'unknown' | 'not-by-file'> {
  const row = await on.one<Row>(sql`
    select i.id, i.code, t.time_zone, i.payment from institution i join tenant t on t.id = i.tenant_id
    where i.tenant_id = ${on.tenantId} and i.code = ${code}`);
  if (!row) return 'unknown';
  const settings = { ...DEFAULT_PAYMENT_SETTINGS, ...row.payment };
  const { slipAgreement: agreement, cnab, receiver } = settings;
  const complete = slipsByFile(settings) && cnabProblems({ ...settings, slip: true }).length === 0;
  if (!complete || !agreement || !cnab || !receiver) return 'not-by-file';
  return { id: row.id, code: row.code, timeZone: row.time_zone, settings: { agreement, cnab }, receiver };
}

/** The company's name in the files. */
export const companyOf = ({ agreement, cnab }: SlipsByFile): string => cnab.company ?? agreement.agreement;
