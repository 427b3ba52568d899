import type { Scope } from '../staff/index.ts';

/**
 * Acts of team members that need a second person (spec 25.4.4): their labels, the scopes that the requester must hold (`asks`,
 * and `also` for the same institution), and the scope that the approver must hold.
 */
export const APPROVALS = {
  refund: { label: 'Devolução', asks: 'payments.refund', also: null, approves: 'payments.approve' },
  cancellation: {
    label: 'Cancelamento com devolução',
    asks: 'payments.leave',
    also: 'subscriptions.read',
    approves: 'payments.approve',
  },
  settlement: {
    label: 'Recebimento na instituição',
    asks: 'payments.settle',
    also: null,
    approves: 'payments.approve',
  },
  'slip-return': {
    label: 'Retorno do banco',
    asks: 'payments.settle',
    also: null,
    approves: 'payments.approve',
  },
  extension: {
    label: 'Prazo',
    asks: 'subscriptions.act',
    also: null,
    approves: 'payments.approve',
  },
  discount: {
    label: 'Desconto',
    asks: 'subscriptions.decide',
    also: null,
    approves: 'payments.approve',
  },
  erasure: {
    label: 'Exclusão de dados',
    asks: 'privacy.answer',
    also: 'privacy.erase',
    approves: 'privacy.approve',
  },
  token: { label: 'Token de serviço', asks: 'tokens', also: null, approves: 'staff.manage' },
  grant: { label: 'Funções da equipe', asks: 'staff.manage', also: null, approves: 'staff.manage' },
  access: { label: 'Acesso da equipe', asks: 'staff.manage', also: null, approves: 'staff.manage' },
  catalogue: { label: 'Catálogo', asks: 'catalogue.everyday', also: null, approves: 'staff.manage' },
  webhook: { label: 'Endereço de integração', asks: 'webhooks', also: null, approves: 'staff.manage' },
} as const satisfies Record<string, { label: string; asks: Scope; also: Scope | null; approves: Scope }>;

/**
 * Whether an act takes effect one day after the whole team was notified if the institution has nobody else who could approve it.
 * Acts about money and erasures never do: they need another approver, or the operator of the product does them.
 */
export const mayAlone = (kind: ApprovalKind): boolean => APPROVALS[kind].approves === 'staff.manage';

export type ApprovalKind = keyof typeof APPROVALS;

/** Every kind, for request and response schemas. Marked as pure so that pages that do not use it do not load it. */
export const APPROVAL_KINDS = /* @__PURE__ */ Object.keys(APPROVALS) as [ApprovalKind, ...ApprovalKind[]];

/** Scopes of which any one opens the list of requests awaiting a second person. */
export const APPROVERS = ['payments.approve', 'privacy.approve', 'staff.manage'] as const satisfies Scope[];

/** Name and label of the queue of requests awaiting a second person (spec 25.4.1). */
export const APPROVAL_QUEUE = { name: 'approvals', label: 'Esperando sua aprovação' } as const;

/** What an approval can be about; `staff` without an id is a person who is not in the team yet. */
export const APPROVAL_SUBJECTS = [
  'subscription',
  'offer',
  'payment',
  'month',
  'cancellation',
  'privacy-request',
  'token',
  'staff',
  'webhook',
  'slip-return',
  'catalogue',
] as const;
export type ApprovalSubject = (typeof APPROVAL_SUBJECTS)[number];
