import { type CnabEvent, type CnabMovement, numbersIn, type ReturnFile } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Runner, Tx } from '../../platform/database/types.ts';
import { busy } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockSubscription } from '../../subscription/move.ts';
import { lockPayment } from '../store.ts';
import { type Applied, applyEvent } from './apply-event.ts';
import { type ReadReturn, readReturnOf } from './read-return.ts';
import type { FilingInstitution } from './settings.ts';

/** The outcome of one line. */
export type ReturnLine = {
  line: number;
  outcome: Applied['outcome'] | 'repeated' | 'conflict' | 'unknown-number';
  message: string;
  movement: CnabMovement | null;
  paymentId: number | null;
  paidCents: number | null;
};
export type ImportedReturn = {
  id: number;
  bank: string;
  sequence: number;
  day: string | null;
  lines: ReturnLine[];
};

/** An approved file, with the settings its lines are read by: both as they were approved. */
export type UnreadReturn = { institution: FilingInstitution; read: ReadReturn };

/** Milliseconds after which somebody else reads the lines of a file: the longest one takes less. */
const LEASE_MS = 5 * 60_000;
/** Until when whoever keeps or takes a file now reads it, by the machine's clock. */
export const leaseEnd = ({ clock }: Platform): Date => new Date(clock.wall() + LEASE_MS);

type Slip = { payment_id: number; subscription_id: number; number: number; txid: string };

/** Placeholder for a day that the file does not give. */
export const NO_DAY = '0001-01-01';

/** Our slips that the lines of a file refer to, by number. */
async function slipsOf(
  on: Runner,
  { settings: { agreement, cnab } }: FilingInstitution,
  events: readonly CnabEvent[],
): Promise<Map<number, Slip>> {
  const numbers = [...new Set(events.flatMap(({ block }) => numbersIn(cnab.layout, block)))];
  const found = await on.many<Slip>(sql`
    select r.payment_id, y.subscription_id, r.number, y.txid from slip_registration r
    join payment y on y.tenant_id = r.tenant_id and y.id = r.payment_id
    where r.tenant_id = ${on.tenantId} and r.bank = ${agreement.bank} and r.agreement = ${agreement.agreement}
      and r.number = any(${numbers}::bigint[])`);
  return new Map(found.map((slip) => [slip.number, slip]));
}

/**
 * Records a file and returns its id; the same file again has the same id. `unread`: the file itself, if its lines are read later.
 * @throws `BUSY` while lines of a file with the same number still have to be read.
 */
export async function keepFile(
  tx: Tx,
  platform: Platform,
  { id: institutionId, settings }: FilingInstitution,
  { file: { bank, sequence, date }, by, unread }: { file: ReturnFile; by: string; unread?: UnreadReturn },
): Promise<number> {
  const now = platform.clock.now();
  const kept = await tx.one<{ id: number }>(sql`
    insert into slip_return (tenant_id, institution_id, bank, agreement, sequence, file_day, imported_by, created_at, read_at,
      unread, read_from)
    values (${tx.tenantId}, ${institutionId}, ${bank}, ${settings.agreement.agreement}, ${sequence}::int,
      ${date ?? NO_DAY}::date, ${by}, ${now}::timestamptz, ${now}::timestamptz,
      ${unread ? JSON.stringify(unread) : null}::jsonb, ${unread ? leaseEnd(platform) : null}::timestamptz)
    on conflict (tenant_id, bank, agreement, sequence, file_day) do update
      set unread = excluded.unread, read_from = excluded.read_from, imported_by = excluded.imported_by
      where slip_return.unread is null
    returning id`);
  if (!kept) throw busy();
  return kept.id;
}

type Line = { event: CnabEvent; slip: Slip; returnId: number; day: string; occurrence: number };
type Before = { payment_id: number; code: string; event_day: string };

/**
 * Claims a line for this file. Returns undefined if it is new, `repeated` if this or another file already brought it, and
 * `conflict` if this file had other content in the line.
 */
async function take(tx: Tx, now: Date, line: Line): Promise<'repeated' | 'conflict' | undefined> {
  const { event, slip, returnId, day, occurrence } = line;
  const before = await tx.one<Before>(sql`
    select payment_id, code, event_day from slip_return_event
    where tenant_id = ${tx.tenantId} and return_id = ${returnId} and line = ${event.record}::int`);
  if (before) {
    const same =
      before.payment_id === slip.payment_id && before.code === event.code && before.event_day === day;
    return same ? 'repeated' : 'conflict';
  }
  const fresh = await tx.one(sql`
    insert into slip_return_event (tenant_id, return_id, line, payment_id, code, event_day, occurrence, outcome,
      paid_cents, fee_cents, at)
    values (${tx.tenantId}, ${returnId}, ${event.record}::int, ${slip.payment_id}, ${event.code}, ${day}::date,
      ${occurrence}::int, 'applied', ${event.paidCents}::bigint, ${event.feeCents}::bigint, ${now}::timestamptz)
    on conflict (tenant_id, payment_id, code, event_day, occurrence) do nothing returning line`);
  return fresh ? undefined : 'repeated';
}

/** Stores the outcome of each line with the file, of which then nothing is left to read. */
const keepLines = (
  platform: Platform,
  tenantId: number,
  id: number,
  { by, lines }: { by: string; lines: readonly ReturnLine[] },
): Promise<unknown> =>
  platform.db.write(tenantId, (tx) =>
    tx.one(sql`
      update slip_return set lines = ${JSON.stringify(lines)}::jsonb, imported_by = ${by},
        read_at = ${platform.clock.now()}::timestamptz, unread = null, read_from = null
      where tenant_id = ${tenantId} and id = ${id} returning id`),
  );

/** Thrown for a line whose content is invalid; rolls back the line, so that a corrected file can bring it again. */
class Unreadable extends Error {}

/** Processes one line in its own transaction: its effect and the fact that it was read are committed together. */
function readLine(
  platform: Platform,
  tenantId: number,
  line: Line,
): Promise<Pick<ReturnLine, 'outcome' | 'message'>> {
  const { event, slip, day, occurrence, returnId } = line;
  const reference = `cnab:${event.code}:${day}:${occurrence}`;
  return platform.db
    .write(tenantId, async (tx) => {
      await lockSubscription(tx, slip.subscription_id);
      const row = await lockPayment(tx, slip.payment_id);
      if (!row) throw new Error(`Payment ${slip.payment_id} vanished`);
      const taken = await take(tx, platform.clock.now(), line);
      if (taken === 'repeated') return { outcome: taken, message: 'Esta linha já tinha sido lida.' };
      if (taken === 'conflict')
        return {
          outcome: taken,
          message: 'Este arquivo já foi lido com outro conteúdo nesta linha. Nada mudou: fale com o banco.',
        };
      const done = await applyEvent(tx, platform, row, event, reference);
      if (done.outcome === 'unreadable') throw new Unreadable(done.message);
      await tx.one(sql`
        update slip_return_event set outcome = ${done.outcome}
        where tenant_id = ${tenantId} and return_id = ${returnId} and line = ${event.record}::int returning line`);
      return done;
    })
    .catch((error: unknown) => {
      if (!(error instanceof Unreadable)) throw error;
      return { outcome: 'unreadable' as const, message: error.message };
    });
}

/** The slip that a line refers to; undefined if the line names a different reference than the slip with that number. */
function slipIn(
  slips: ReadonlyMap<number, Slip>,
  { settings: { cnab } }: FilingInstitution,
  { block, reference }: CnabEvent,
): Slip | undefined {
  const [slip] = numbersIn(cnab.layout, block).flatMap((number) => slips.get(number) ?? []);
  // Files contain only capital letters; banks that do not return the reference leave it blank or fill it with zeros.
  const shown = /^0*$/.test(reference) ? '' : reference.toUpperCase();
  return slip && (shown === '' || shown === slip.txid.toUpperCase()) ? slip : undefined;
}

type Kept = { id: number; by: string };

/** Processes each line of a recorded file at most once, however often and in whichever file it arrives. */
export async function readLines(
  platform: Platform,
  tenantId: number,
  institution: FilingInstitution,
  { file, unreadable }: ReadReturn,
  { id, by }: Kept,
): Promise<ImportedReturn> {
  const slips = await slipsOf(platform.db.tenant(tenantId), institution, file.events);
  const seen = new Map<string, number>();
  const lines: ReturnLine[] = unreadable.map(({ line, message }) => ({
    ...{ line, outcome: 'unreadable', message, movement: null, paymentId: null, paidCents: null },
  }));
  for (const event of file.events) {
    const slip = slipIn(slips, institution, event);
    const said = {
      ...{ line: event.line, movement: event.movement, paymentId: slip?.payment_id ?? null },
      paidCents: event.paidCents > 0 ? event.paidCents : null,
    };
    if (!slip) {
      const number = event.ourNumber || 'em branco';
      const message = `O nosso número ${number} não é de um boleto desta instituição.`;
      lines.push({ ...said, outcome: 'unknown-number', message });
      continue;
    }
    const day = event.eventDate ?? file.date ?? NO_DAY;
    const key = `${slip.payment_id}:${event.code}:${day}`;
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    const read = await readLine(platform, tenantId, { event, slip, returnId: id, day, occurrence });
    lines.push({ ...said, ...read });
  }
  lines.sort((one, other) => one.line - other.line);
  await keepLines(platform, tenantId, id, { by, lines });
  return { id, bank: file.bank, sequence: file.sequence, day: file.date, lines };
}

/**
 * Processes a return file from the bank (spec 14.8). A file that cannot belong to this institution is rejected before anything
 * is written.
 * @throws `RETURN_REFUSED`; `BUSY` while an approved file with the same number is being read.
 */
export async function importReturn(
  platform: Platform,
  tenantId: number,
  institution: FilingInstitution,
  content: string,
  by: string,
): Promise<ImportedReturn> {
  const read = await readReturnOf(platform.db.tenant(tenantId), institution, content);
  const id = await platform.db.write(tenantId, (tx) =>
    keepFile(tx, platform, institution, { file: read.file, by }),
  );
  return readLines(platform, tenantId, institution, read, { id, by });
}
