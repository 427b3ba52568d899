import { addDays } from '@orbita/domain/foundation';
import type { Scope } from '@orbita/domain/staff';
import type { QueryInput } from '@orbita/protocol';
import { dayStart } from '../base/zone.ts';
import { auditTexts as t } from '../texts/audit.ts';

export const FILTERS = ['tipo', 'pessoa', 'inscricao', 'de', 'ate'] as const;
export type AuditFilters = Record<(typeof FILTERS)[number], string>;
/** No filters. */
export const NONE: AuditFilters = { tipo: '', pessoa: '', inscricao: '', de: '', ate: '' };

export const KINDS = ['change', 'look', 'entry'] as const;
export const REFUSED = 'refused';

const OPERATIONS = '/orbita/api/operations';
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** The filters of the address as the call expects them; invalid values are omitted. */
export function queryFor(
  values: AuditFilters,
): Omit<QueryInput<'GET /operations/audit'>, 'page' | 'pageSize' | 'cursor'> {
  const kind = KINDS.find((one) => one === values.tipo);
  return {
    ...(kind ? { kind } : {}),
    ...(values.tipo === REFUSED ? { outcome: 'refused' as const } : {}),
    ...(isId(values.pessoa) ? { staffId: Number(values.pessoa) } : {}),
    ...(isId(values.inscricao) ? { subject: `${OPERATIONS}/subscriptions/${values.inscricao}` } : {}),
    ...(isDay(values.de) ? { doneFrom: dayStart(values.de) } : {}),
    ...(isDay(values.ate) ? { doneTo: dayStart(addDays(values.ate, 1)) } : {}),
  };
}

/** Things that have a page in the console, by the first segment of an API address. */
const THINGS = {
  subscriptions: { label: t.application, path: '/inscricoes', part: 'subscriptions.read' },
  persons: { label: t.person, path: '/pessoas', part: 'subscriptions.read' },
  staff: { label: t.staff, path: '/equipe', part: 'staff.read' },
  approvals: { label: t.request, path: '/aprovacoes', part: 'staff.manage' },
  payments: { label: t.payment, path: '/pagamentos', part: 'payments.read' },
} as const;

/**
 * The thing that an audited address refers to, with its page and the permission that opens it; undefined for lists and for
 * things without a page.
 */
export function thingOf(subject: string | null): { label: string; href: string; part: Scope } | undefined {
  const [, family, id] =
    /^\/orbita\/api\/operations\/([a-z-]+)\/(\d{1,15})(?:\/|$)/.exec(subject ?? '') ?? [];
  if (!family || !id || !(family in THINGS)) return undefined;
  const { label, path, part } = THINGS[family as keyof typeof THINGS];
  return { label: label(id), href: `${path}/${id}`, part };
}
