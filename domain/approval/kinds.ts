import type { Scope } from '../staff/index.ts';

/**
 * Acts of people of the team that wait for a second person (spec 25.4.4): how they are called, the parts who asks must hold
 * (`asks`, and `also` for the same institution), and the part who approves must hold.
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
 * Whether an act is done a day after everybody was told where the institution has nobody else who could approve it. Money and
 * erasures never are: for them somebody else is found, or who runs the product does it.
 */
export const mayAlone = (kind: ApprovalKind): boolean => APPROVALS[kind].approves === 'staff.manage';

export type ApprovalKind = keyof typeof APPROVALS;

/** Every kind, for the shapes of calls; marked, so that pages which need none of them do not load them. */
export const APPROVAL_KINDS = /* @__PURE__ */ Object.keys(APPROVALS) as [ApprovalKind, ...ApprovalKind[]];

/** Parts of which one opens the list of what waits for a second person. */
export const APPROVERS = ['payments.approve', 'privacy.approve', 'staff.manage'] as const satisfies Scope[];

/** How the queue of what waits for a second person is named and called (spec 25.4.1). */
export const APPROVAL_QUEUE = { name: 'approvals', label: 'Esperando sua aprovação' } as const;

/** What an approval is about; `staff` without an id: somebody who is not in the team yet. */
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
