import { entryOf, isoInZone, toAmount } from '@orbita/domain/foundation';
import { CHARGE_LINES, type ChargeLine, type RefundState } from '@orbita/domain/payment';
import sql from 'sql-template-tag';
import type { Runner } from '../../platform/database/types.ts';
import type { PaymentRow } from '../store.ts';

type Line = {
  at: Date;
  kind: ChargeLine;
  cents?: number | null | undefined;
  by?: string | null | undefined;
  detail?: string | null | undefined;
};

type Happened = {
  received: { kind: string; source: string; cents: number | null; at: string }[];
  refunds: {
    cents: number;
    state: RefundState;
    reason: string;
    by: string;
    failure: string | null;
    asked: string;
    settled: string | null;
  }[];
  resolutions: { mark: string; reason: string; by: string; at: string }[];
  manual: {
    reason: string | null;
    by: string;
    decision: 'settled' | 'refused' | null;
    decided_by: string | null;
    decided: string | null;
    decision_reason: string | null;
    proof: string | null;
  } | null;
  sent: { file: number; at: string }[];
  bank: { file: number; code: string; outcome: string; cents: number; at: string }[];
  disputed: Date | null;
  updated_at: Date;
};

const read = (on: Runner, id: number) =>
  on.one<Happened>(sql`
    select y.updated_at,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'source', e.provider_event,
           'cents', (e.detail->>'amountCents')::bigint, 'at', e.at) order by e.id), '[]')
       from payment_event e where e.tenant_id = y.tenant_id and e.payment_id = y.id) as received,
      (select coalesce(jsonb_agg(jsonb_build_object('cents', f.amount_cents, 'state', f.state, 'reason', f.reason,
           'by', f.requested_by, 'failure', f.failure, 'asked', f.requested_at, 'settled', f.settled_at) order by f.id), '[]')
       from refund f where f.tenant_id = y.tenant_id and f.payment_id = y.id) as refunds,
      (select coalesce(jsonb_agg(jsonb_build_object('mark', o.mark, 'reason', o.reason, 'by', o.resolved_by,
           'at', o.resolved_at) order by o.id), '[]')
       from payment_resolution o where o.tenant_id = y.tenant_id and o.payment_id = y.id) as resolutions,
      (select jsonb_build_object('reason', m.reason, 'by', m.requested_by, 'decision', m.decision,
           'decided_by', m.decided_by, 'decided', m.decided_at, 'decision_reason', m.decision_reason, 'proof', m.proof)
       from manual_payment m where m.tenant_id = y.tenant_id and m.payment_id = y.id) as manual,
      (select coalesce(jsonb_agg(jsonb_build_object('file', x.sequence, 'at', x.created_at) order by x.id), '[]')
       from slip_registration g join slip_remittance x on x.tenant_id = g.tenant_id and x.id = g.remittance_id
       where g.tenant_id = y.tenant_id and g.payment_id = y.id) as sent,
      (select coalesce(jsonb_agg(jsonb_build_object('file', t.sequence, 'code', v.code, 'outcome', v.outcome,
           'cents', v.paid_cents, 'at', v.at) order by v.at, v.line), '[]')
       from slip_return_event v join slip_return t on t.tenant_id = v.tenant_id and t.id = v.return_id
       where v.tenant_id = y.tenant_id and v.payment_id = y.id) as bank,
      (select b.disputed_at from payment_card b where b.tenant_id = y.tenant_id and b.payment_id = y.id) as disputed
    from payment y where y.tenant_id = ${on.tenantId} and y.id = ${id}`);

const at = (instant: string): Date => new Date(instant);

function manualLines({ manual }: Happened, { created_at }: PaymentRow): Line[] {
  if (!manual) return [];
  const asked: Line = { at: created_at, kind: 'manual-asked', by: manual.by, detail: manual.reason };
  if (!manual.decision || !manual.decided) return [asked];
  const detail = manual.decision === 'settled' ? manual.proof : manual.decision_reason;
  const kind = manual.decision === 'settled' ? 'manual-settled' : 'manual-refused';
  return [asked, { at: at(manual.decided), kind, by: manual.decided_by, detail }];
}

const refundLines = ({ refunds }: Happened): Line[] =>
  refunds.flatMap(({ cents, state, reason, by, failure, asked, settled }) => [
    { at: at(asked), kind: 'refund-asked', cents, by, detail: reason } as const,
    ...(settled && state === 'done' ? [{ at: at(settled), kind: 'refund-done', cents } as const] : []),
    ...(state === 'failed'
      ? [{ at: at(settled ?? asked), kind: 'refund-failed', cents, detail: failure } as const]
      : []),
  ]);

const ENDED = ['denied', 'expired', 'cancelled', 'error'] as const;

function stateLines({ manual, received, updated_at }: Happened, row: PaymentRow): Line[] {
  const ended = ENDED.find((state) => state === row.state);
  return [
    ...(manual ? [] : [{ at: row.created_at, kind: 'created', cents: row.amount_cents } as const]),
    ...(row.paid_at && !manual ? [{ at: row.paid_at, kind: 'paid' } as const] : []),
    // Money received after the end makes `updated_at` later than the end, whose time is stored nowhere else.
    ...(ended && received.length === 0 && !manual?.decision
      ? [{ at: updated_at, kind: ended } as const]
      : []),
  ];
}

const LINE_OF: Readonly<Record<string, ChargeLine>> = {
  received: 'received',
  'settlement-reversed': 'settlement-reversed',
};

/** The history of a charge, newest first, in the team's wording (spec 25.11). */
export async function chargeLines(on: Runner, row: PaymentRow) {
  const happened = await read(on, row.id);
  if (!happened) throw new Error(`Payment ${row.id} vanished`);
  const lines: Line[] = [
    ...stateLines(happened, row),
    ...manualLines(happened, row),
    ...happened.received.flatMap(({ kind, source, cents, at: when }) => {
      const line = entryOf(LINE_OF, kind);
      return line ? [{ at: at(when), kind: line, cents, detail: source }] : [];
    }),
    ...happened.sent.map(({ file, at: when }) => ({
      at: at(when),
      kind: 'sent' as const,
      detail: String(file),
    })),
    ...happened.bank.map(({ file, code, cents, at: when }) => ({
      ...{ at: at(when), kind: 'bank-line' as const, cents: cents > 0 ? cents : null },
      detail: `${file} / ${code}`,
    })),
    ...(happened.disputed ? [{ at: happened.disputed, kind: 'chargeback' as const }] : []),
    ...refundLines(happened),
    ...happened.resolutions.map(({ reason, by, at: when }) => ({
      ...{ at: at(when), kind: 'resolved' as const, by, detail: reason },
    })),
  ];
  return {
    endToEndIds: happened.received.filter(({ kind }) => kind === 'received').map(({ source }) => source),
    events: lines
      .toReversed()
      .toSorted((one, other) => other.at.getTime() - one.at.getTime())
      .map(({ at: when, kind, cents, by, detail }) => ({
        at: isoInZone(when, row.time_zone),
        kind,
        text: CHARGE_LINES[kind],
        amount: cents === null || cents === undefined ? null : toAmount(cents),
        by: by ?? null,
        detail: detail ?? null,
      })),
  };
}
