import { familyOf, type Scope, scopesOfFamily } from './scopes.ts';

/**
 * Roles of the institution's team, with the label that people read, a plain description, and the scopes they carry (spec 25.1.2).
 * They are fixed by the product; a person may hold several.
 */
export const roles = {
  secretaria: {
    label: 'Secretaria',
    description: 'Cuida de inscrições e documentos, marca provas e fala com quem se inscreve.',
    carries: [
      'subscriptions.read',
      'subscriptions.support',
      'subscriptions.act',
      'subscriptions.decide',
      'documents',
      'exam-scores',
      'tests',
      'admissions.decide',
      'students',
      'messages',
    ],
  },
  banca: {
    label: 'Banca',
    description: 'Corrige redações sem saber de quem são.',
    carries: ['essays.grade'],
  },
  coordenacao: {
    label: 'Coordenação',
    description: 'Cuida das correções, das provas e das entrevistas e vê os números.',
    carries: [
      'essays',
      'tests.results',
      'exam-scores',
      'admissions',
      'documents.read',
      'subscriptions.read',
      'reports',
    ],
  },
  entrevistas: {
    label: 'Entrevistas',
    description: 'Faz as suas entrevistas e as que ainda não têm dono.',
    carries: ['admissions.interview'],
  },
  atendimento: {
    label: 'Atendimento',
    description: 'Ajuda quem se inscreve: busca, envia links e marca a presença na prova.',
    carries: [
      'subscriptions.read',
      'subscriptions.support',
      'subscriptions.act',
      'documents.read',
      'payments.read',
      'tests.roll',
      'messages',
    ],
  },
  financeiro: {
    label: 'Financeiro',
    description: 'Confere pagamentos, devolve valores e decide saídas.',
    carries: ['subscriptions.read', 'payments', 'exports'],
  },
  gestao: {
    label: 'Gestão',
    description: 'Vê os números, aprova dinheiro e pedidos e muda o dia a dia do catálogo.',
    carries: [
      'subscriptions.read',
      'payments.read',
      'payments.approve',
      'privacy.approve',
      'reports',
      'exports',
      'catalogue.read',
      'catalogue.everyday',
    ],
  },
  administracao: {
    label: 'Administração',
    description: 'Cuida da equipe, dos acessos, do catálogo e dos dados pessoais.',
    carries: [
      'staff',
      'tokens',
      'audit',
      'exports',
      'webhooks',
      'messages',
      'catalogue',
      'privacy',
      'reports',
    ],
  },
} as const satisfies Record<string, { label: string; description: string; carries: readonly Scope[] }>;

export type Role = keyof typeof roles;

/** Keys of the roles, as stored in a grant. */
export const ROLES = Object.keys(roles) as [Role, ...Role[]];

/** The scopes that a role carries, with each family replaced by its parts if it has any. */
export const partsOfRole = (role: Role): Scope[] =>
  roles[role].carries.flatMap((scope: Scope) => {
    const [whole, ...parts] = scopesOfFamily(familyOf(scope));
    return scope === whole && parts.length > 0 ? parts : [scope];
  });
