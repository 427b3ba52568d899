import sql from 'sql-template-tag';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { lookUpRecurrence } from './provider.ts';
import { lookUpCycle } from './scheduler.ts';

const MOST_ITEMS = 10_000;
const MOST_KEY = 400;

// API Pix posts several items in one call. Their content is only a hint, so all other fields are ignored.
const idRec = z.string().regex(/^[A-Za-z0-9]{29}$/);
const txid = z.string().regex(/^[A-Za-z0-9]{26,35}$/);
// Printable ASCII only; this excludes what the database cannot store, such as NUL.
const word = z
  .string()
  .max(40)
  .regex(/^[\x20-\x7e]*$/)
  .catch('');
const status = word;
const attempts = z
  .array(z.object({ endToEndId: word, status }).catch({ endToEndId: '', status: '' }))
  .nullish()
  .catch(undefined);
const rec = z.object({ idRec, status });
const cobr = z.object({ idRec, txid, status, tentativas: attempts });
const list = z
  .array(z.unknown())
  .transform((all) => all.slice(0, MOST_ITEMS))
  .nullish()
  .catch(null);

/** What is stored of a notice about an authorisation or one of its charges. */
export const recurrenceHint = z.object({ idRec, recurrenceTxid: txid.optional() });
export type RecurrenceHint = z.output<typeof recurrenceHint>;

/** Parses the items of `…/rec` and `…/cobr` (`recs`, `cobsr`), each with a key that identifies repeats. */
export function readRecurrenceNotices(body: unknown): { key: string; body: RecurrenceHint }[] {
  // In a bare list, the fields of each entry determine its kind.
  const read = z.object({ recs: list, cobsr: list }).safeParse(Array.isArray(body) ? { cobsr: body } : body);
  const { recs, cobsr } = read.data ?? {};
  const authorisations = Array.isArray(body)
    ? body.filter((one) => !cobr.safeParse(one).success)
    : (recs ?? []);
  return [
    ...authorisations.flatMap((one) => {
      const { data } = rec.safeParse(one);
      return data ? [{ key: `rec:${data.idRec}:${data.status}`, body: { idRec: data.idRec } }] : [];
    }),
    ...(cobsr ?? []).flatMap((one) => {
      const { data } = cobr.safeParse(one);
      if (!data) return [];
      const tries = (data.tentativas ?? []).map((each) => `${each.endToEndId}=${each.status}`);
      return [
        {
          key: ['cobr', data.txid, data.status, ...tries].join(':').slice(0, MOST_KEY),
          body: { idRec: data.idRec, recurrenceTxid: data.txid },
        },
      ];
    }),
  ];
}

/**
 * Looks up at the provider what a notice refers to; an unknown or forged identifier is ignored.
 * @throws when the provider does not answer.
 */
export async function handleRecurrenceNotice(
  platform: Platform,
  tenantId: number,
  hint: RecurrenceHint,
): Promise<void> {
  const on = platform.db.tenant(tenantId);
  if (hint.recurrenceTxid === undefined) {
    const row = await on.one<{ id: number }>(sql`
      select id from recurrence where tenant_id = ${tenantId} and provider_id = ${hint.idRec}`);
    if (row) await lookUpRecurrence(platform, tenantId, row.id);
    return;
  }
  const key = await on.one<{ recurrence_id: number; number: number }>(sql`
    select recurrence_id, number from recurrence_cycle where tenant_id = ${tenantId} and txid = ${hint.recurrenceTxid}`);
  if (key) await lookUpCycle(platform, tenantId, key);
}
