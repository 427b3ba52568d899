import { familyOf, type Scope, scopesOfFamily } from '../operations/index.ts';

/**
 * Roles of the institution's team, with the label people read and the scopes that each carries (spec 25.1.2). The product
 * fixes them; a person may hold several.
 */
export const roles = {
  secretaria: {
    label: 'Secretaria',
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
  banca: { label: 'Banca', carries: ['essays.grade'] },
  coordenacao: {
    label: 'Coordenação',
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
  entrevistas: { label: 'Entrevistas', carries: ['admissions.interview'] },
  atendimento: {
    label: 'Atendimento',
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
  financeiro: { label: 'Financeiro', carries: ['subscriptions.read', 'payments', 'exports'] },
  gestao: {
    label: 'Gestão',
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
    carries: ['staff', 'tokens', 'audit', 'webhooks', 'messages', 'catalogue', 'privacy', 'reports'],
  },
} as const satisfies Record<string, { label: string; carries: readonly Scope[] }>;

export type Role = keyof typeof roles;

/** Names of the roles, as a grant keeps them. */
export const ROLES = Object.keys(roles) as [Role, ...Role[]];

/** The parts that a role carries; a family without parts stands for itself. */
export const partsOfRole = (role: Role): Scope[] =>
  roles[role].carries.flatMap((scope: Scope) => {
    const [whole, ...parts] = scopesOfFamily(familyOf(scope));
    return scope === whole && parts.length > 0 ? parts : [scope];
  });
