import { entryOf, formatAmount, formatDate, shownText } from '../foundation/index.ts';
import { type Reach, type Role, roles } from '../staff/index.ts';
import { type ApprovalField, approvalField as field, approvalFieldIf as fieldIf } from './fields.ts';

const money = (cents: number): string => `R$ ${formatAmount(cents)}`;

export type DescribedGrant = { role: Role; institutions?: Reach | undefined };

/** One role in one line, with the institutions for which it was granted. */
const placed = ({ role, institutions }: DescribedGrant): string =>
  `${roles[role].label} (${institutions ? [...institutions].sort().join(', ') : 'todas as instituições'})`;
const rolesOf = (grants: readonly DescribedGrant[]): string[] =>
  grants.length === 0 ? ['Nenhuma'] : [...new Set(grants.map(placed))].sort();

type Money = { subscriptionId: number; institution: string; returned: number; cents: number };
const sums = ({ subscriptionId, institution, returned, cents }: Money): ApprovalField[] => [
  field('Inscrição', String(subscriptionId)),
  field('Instituição', institution),
  field('Já devolvido', money(returned + cents), money(returned)),
];

const withNote = (one: ApprovalField, notes: readonly string[]): ApprovalField => ({
  ...one,
  notes: [...one.notes, ...notes],
});

/** The person an act affects, and the person who requested it. */
type AboutMember = { name: string; email: string; asker: { name: string; email: string } };

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/**
 * Fields that show the affected person next to the requester. If both e-mails share a domain, the address may be a second mailbox
 * of the requester; only the reader can tell, so a note points it out.
 */
const about = ({ name, email, asker }: AboutMember, notes: readonly string[] = []): ApprovalField[] => [
  field('Nome', name),
  withNote(field('E-mail', email), [
    ...notes,
    ...(domainOf(email) === domainOf(asker.email)
      ? [
          `Tem o mesmo domínio do e-mail de quem pediu (${shownText(asker.email)}). Confira se são duas pessoas.`,
        ]
      : []),
  ]),
  field('Quem pediu', [asker.name, asker.email]),
];

const STATES = { invited: 'Ainda não entrou', active: 'Com acesso', disabled: 'Sem acesso' } as const;
type MemberState = keyof typeof STATES;

export type DescribedWebhook = {
  url: string;
  kinds: readonly string[];
  description: string;
  active: boolean;
};

/** What each kind of webhook notification contains, and about whom. */
export const WEBHOOK_KINDS: Readonly<Record<string, string>> = {
  'subscription.status-changed': 'Mudanças de situação: números, sem dados da pessoa',
  'enrollment.completed': 'Matrículas feitas: nome, documentos, contatos e pagamentos da pessoa',
  'contract.accepted': 'Contratos aceitos: números, sem dados da pessoa',
  'contract.voided': 'Contratos que deixam de valer: números, sem dados da pessoa',
  'document.received': 'Documentos enviados: qual é, sem o arquivo',
  'document.reviewed': 'Documentos conferidos: qual é e o resultado, sem o arquivo',
  'essay.finished': 'Redações entregues: números, sem o texto',
  'essay.graded': 'Notas de redação, sem o texto',
  'payment.confirmed': 'Pagamentos confirmados: valores, sem quem pagou',
  'payment.late': 'Pagamentos fora do prazo: valores, sem quem pagou',
  'payment.refunded': 'Devoluções: valores, sem quem pagou',
  'recurrence.charged': 'Mensalidades pagas: valores, sem quem pagou',
  'recurrence.failed': 'Mensalidades que falharam: valores, sem quem pagou',
  'recurrence.refunded': 'Mensalidades devolvidas: valores, sem quem pagou',
};
const kindsOf = ({ kinds }: DescribedWebhook): string[] =>
  [...kinds].sort().map((kind) => entryOf(WEBHOOK_KINDS, kind) ?? kind);

/** What the second person reads for each kind of act, besides amount and reason (spec 25.4.4). */
export const describeAsked = {
  refund: (of: Money & { of: { paymentId: number } | { monthId: number }; outside: boolean }) => [
    'paymentId' in of.of
      ? field('Pagamento', String(of.of.paymentId))
      : field('Mensalidade', String(of.of.monthId)),
    ...sums(of),
    field('Como volta', of.outside ? 'Já foi devolvido fora do sistema' : 'Pelo banco, para quem pagou'),
  ],
  cancellation: (of: Money & { id: number; refundBy: string | null }) => [
    field('Cancelamento', String(of.id)),
    ...sums(of),
    field('Situação', 'Saída confirmada', 'Saída pedida'),
    ...fieldIf('Prazo dito para devolver', of.refundBy),
  ],
  settlement: (of: {
    paymentId: number;
    subscriptionId: number;
    institution: string;
    receivedAt: string;
    proof: string | null;
  }) => [
    field('Pagamento', String(of.paymentId)),
    field('Inscrição', String(of.subscriptionId)),
    field('Instituição', of.institution),
    field('Situação', 'Recebido na instituição', 'Esperando pagamento'),
    field('Recebido em', of.receivedAt),
    ...fieldIf('Comprovante', of.proof),
  ],
  slipReturn: (of: {
    institution: string;
    bank: string;
    sequence: number;
    day: string | null;
    digest: string;
    lines: number;
    paid: number;
    largest: number;
  }) => [
    field('Instituição', of.institution),
    field('Banco', of.bank),
    field('Número do arquivo', String(of.sequence)),
    ...fieldIf('Dia do arquivo', of.day),
    field('Linhas', String(of.lines)),
    field('Linhas com pagamento', String(of.paid)),
    field('Maior pagamento', money(of.largest)),
    field('Marca do arquivo (SHA-256)', of.digest),
  ],
  extension: (of: {
    subscriptionId: number;
    institution: string;
    deadline: string;
    from: string;
    until: string;
  }) => [
    field('Inscrição', String(of.subscriptionId)),
    field('Instituição', of.institution),
    field('Prazo', of.deadline),
    field('Vai até', of.until, of.from),
  ],
  offerExtension: (of: {
    offer: { code: string; name: string };
    institution: string;
    deadline: string;
    until: string;
    /** Ongoing applications to which this deadline currently applies. */
    open: number;
  }) => [
    field('Oferta', `${of.offer.name} (${of.offer.code})`),
    field('Instituição', of.institution),
    field('Prazo', of.deadline),
    field('Vai até', of.until),
    field('Inscrições em que este prazo corre agora', String(of.open)),
    field('Quem já tem prazo maior', 'Fica com o que tem'),
  ],
  discount: (of: {
    subscriptionId: number;
    institution: string;
    discount: string;
    payment: string;
    instalments: string;
    until: string;
  }) => [
    field('Inscrição', String(of.subscriptionId)),
    field('Instituição', of.institution),
    field('Desconto', of.discount),
    field('No pagamento de', of.payment),
    field('Em quais parcelas', of.instalments),
    field('Vale até', of.until),
    field('Quem pode usar', 'Só esta inscrição, uma vez'),
  ],
  erasure: (of: {
    requestId: number;
    askedAt: string;
    institutions: Reach;
    applications: readonly number[];
    files: number;
    keepUntil: string | null;
    answer: string | null;
  }) => [
    field('Pedido de privacidade', String(of.requestId)),
    field('Pedido em', of.askedAt),
    field('Inscrições', of.applications.length === 0 ? 'Nenhuma' : of.applications.map(String)),
    field('Instituições', of.institutions ?? 'Todas'),
    field('Arquivos enviados', String(of.files)),
    field('Dados pessoais', 'Apagados, sem volta', 'Guardados'),
    ...fieldIf('Contratos e pagamentos guardados por lei até', of.keepUntil && formatDate(of.keepUntil)),
    ...fieldIf('Resposta à pessoa', of.answer),
  ],
  token: (of: { name: string; scopes: readonly string[]; institutions: Reach; expiresAt: string }) => [
    field('Nome', of.name),
    field('Permissões', of.scopes),
    field('Instituições', of.institutions ?? 'Todas'),
    field('Termina em', of.expiresAt),
  ],
  invite: (
    of: AboutMember & {
      held: readonly DescribedGrant[];
      given: readonly DescribedGrant[];
      passkeyOnly: boolean;
      /** A team member who has the same mailbox under a different spelling. */
      same: string | undefined;
    },
  ) => [
    ...about(of, of.same === undefined ? [] : [`É a mesma caixa de e-mail de "${shownText(of.same)}".`]),
    field('Acesso', 'Recebe um convite', 'Fora da equipe'),
    field('Funções', rolesOf(of.given), rolesOf(of.held)),
    field('Entra por', of.passkeyOnly ? 'Chave de acesso' : 'O que a instituição oferece'),
  ],
  grant: (
    of: AboutMember & {
      held: readonly DescribedGrant[];
      given: readonly DescribedGrant[];
    },
  ) => [...about(of), field('Funções', rolesOf(of.given), rolesOf(of.held))],
  access: (
    of: AboutMember & {
      held: readonly DescribedGrant[];
      from: MemberState;
      to: MemberState;
    },
  ) => [...about(of), field('Acesso', STATES[of.to], STATES[of.from]), field('Funções', rolesOf(of.held))],
  webhook: (of: { institution: string; from: DescribedWebhook | null; to: DescribedWebhook }) => [
    field('Instituição', of.institution),
    field('Endereço', of.to.url, of.from?.url ?? 'Nenhum'),
    field('O que recebe', kindsOf(of.to), of.from ? kindsOf(of.from) : 'Nada'),
    field('Descrição', of.to.description || 'Nenhuma', of.from ? of.from.description || 'Nenhuma' : null),
    field(
      'Envio',
      of.to.active ? 'Ligado' : 'Desligado',
      of.from ? (of.from.active ? 'Ligado' : 'Desligado') : null,
    ),
  ],
} as const;
