import { formatAmount } from '../foundation/index.ts';
import { type Reach, type Role, roles } from '../staff/index.ts';

const money = (cents: number): string => `R$ ${formatAmount(cents)}`;

const rolesText = (grants: readonly { role: Role; institutions?: Reach | undefined }[]): string =>
  grants
    .map(({ role, institutions }) =>
      institutions ? `${roles[role].label} (${institutions.join(', ')})` : roles[role].label,
    )
    .join(', ');

type Grants = Parameters<typeof rolesText>[0];

/** What a request asks for, in one line, and why it could not be done (spec 25.4.4). */
export const approvalTexts = {
  refund: (cents: number, subscriptionId: number, outside: boolean) =>
    outside
      ? `Registrar a devolução de ${money(cents)}, já feita fora, da inscrição ${subscriptionId}`
      : `Devolver ${money(cents)} da inscrição ${subscriptionId}`,
  cancellation: (cents: number, subscriptionId: number) =>
    `Confirmar a saída da inscrição ${subscriptionId} e devolver ${money(cents)}`,
  settlement: (cents: number, subscriptionId: number) =>
    `Confirmar o recebimento de ${money(cents)} da inscrição ${subscriptionId}`,
  erasure: (requestId: number) => `Apagar os dados de quem fez o pedido ${requestId}`,
  token: (name: string, scopes: readonly string[]) => `Criar o token "${name}" com ${scopes.join(', ')}`,
  invite: (name: string, grants: Grants) => `Convidar ${name} como ${rolesText(grants)}`,
  grant: (name: string, grants: Grants) => `Dar a ${name} as funções: ${rolesText(grants)}`,
  lessLeft: (cents: number) => `Restam só ${money(cents)} para devolver.`,
  nothingLeft: 'Não resta nada para devolver.',
  roleEnded: 'Quem pediu não tem mais a função para isso.',
  /** "Seu pedido foi …" (NE-06). */
  outcome: {
    approved: 'aprovado',
    refused: 'recusado',
    expired: 'encerrado sem aprovação',
    failed: 'aprovado, mas não pôde ser feito',
  },
} as const;
