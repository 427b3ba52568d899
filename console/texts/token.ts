import type { Family, families } from '@orbita/domain/staff';
import type { Grantable } from '@orbita/protocol/foundation';

/** Families whose permissions are granted individually here. */
type WithParts = { [F in Family]: (typeof families)[F] extends readonly [] ? never : F }[Family];
/** What a member of the team may grant a token: the same as `tokenMayCarry`, permission by permission. */
export type GivenScope = Exclude<
  Grantable,
  | WithParts
  | 'platform'
  | 'test'
  | 'tokens'
  | 'subscriptions.import'
  | `staff.${string}`
  | `${string}.approve`
>;

/** What each permission lets a system do, in the order of the form. */
export const scopeWords: Readonly<Record<GivenScope, string>> = {
  'subscriptions.read': 'Ver pessoas e inscrições',
  'subscriptions.support': 'Atender: observações, links e contatos',
  'subscriptions.act': 'Agir no lugar da pessoa',
  'subscriptions.decide': 'Bloquear, reativar e corrigir dados',
  'essays.grade': 'Corrigir redações',
  'essays.lead': 'Cuidar das correções',
  'tests.roll': 'Marcar presença nas provas',
  'tests.results': 'Lançar resultados de provas',
  'exam-scores': 'Lançar notas do ENEM',
  'documents.read': 'Ver documentos',
  'documents.review': 'Conferir documentos',
  'admissions.interview': 'Fazer entrevistas',
  'admissions.decide': 'Decidir questionários e entrevistas',
  students: 'Gravar números de matrícula',
  'payments.read': 'Ver pagamentos',
  'payments.settle': 'Registrar pagamentos recebidos',
  'payments.refund': 'Devolver dinheiro',
  'payments.leave': 'Decidir cancelamentos',
  'privacy.answer': 'Responder pedidos de privacidade',
  'privacy.erase': 'Apagar dados de pessoas',
  'privacy.kept': 'Ver dados guardados por lei',
  'messages.read': 'Ver mensagens enviadas',
  'messages.send': 'Enviar mensagens de novo',
  webhooks: 'Cuidar das integrações',
  'catalogue.read': 'Ver o catálogo',
  'catalogue.everyday': 'Mudar ofertas, preços e cupons',
  'catalogue.brand': 'Mudar a marca',
  'catalogue.apply': 'Mudar o catálogo por arquivo',
  'catalogue.trust': 'Mudar preços e contas no catálogo',
  reports: 'Ver os números',
  exports: 'Baixar listas em arquivo',
  audit: 'Ver a auditoria',
};

/** E-13 `/tokens` (spec 25.16). */
export const tokenTexts = {
  title: (count: string) => (count === '1' ? '1 token' : `${count} tokens`),
  loadingTitle: 'Tokens',
  lead: 'Com um token, outro sistema da faculdade usa o Órbita sem ninguém entrar.',
  caption: 'Tokens de outros sistemas',
  name: 'Sistema',
  may: 'O que pode',
  ends: 'Vale até',
  lastUsed: 'Último uso',
  never: 'nunca usado',
  state: 'Situação',
  states: { active: 'Em uso', expired: 'Vencido', revoked: 'Revogado' },
  all: 'Todos',
  everywhere: 'todas as instituições',
  old: (scope: string) => `tudo de ${scope}`,
  moreScopes: (count: number) => `e mais ${count}`,
  empty: 'Nenhum token ainda.',
  emptyHelp: 'Crie um quando outro sistema precisar de dados daqui.',
  create: 'Criar token',
  creating: 'Criando…',
  createTitle: 'Criar um token',
  createHelp: 'O token pode no máximo o que você pode. Dê só o que o sistema precisa.',
  nameField: 'Nome do sistema',
  nameMissing: 'Escreva o nome do sistema.',
  scopes: 'O que ele pode fazer',
  scopesMissing: 'Escolha ao menos uma coisa.',
  where: 'Onde ele vale',
  inAll: 'Em todas',
  inSome: 'Em algumas',
  placesMissing: 'Escolha ao menos uma instituição.',
  until: 'Vale até',
  untilHint: 'No máximo um ano.',
  untilWrong: 'Escolha um dia de amanhã até daqui a um ano.',
  second: 'Outra pessoa precisa aprovar isto. Depois, você vê o token uma vez.',
  created: (name: string) => `Token de ${name} criado.`,
  secret: 'Token',
  revoke: 'Revogar',
  revoking: 'Revogando…',
  revokeTitle: 'Revogar este token?',
  revokeHelp: (name: string) =>
    `O sistema ${name} para de funcionar agora, e os tokens feitos com ele também. Não há volta.`,
  revoked: 'Token revogado.',
} as const;
