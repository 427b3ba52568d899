import { carries, type Family, families, type Scope, scopesOfFamily } from '@orbita/domain/staff';
import { describe, expect, it } from 'vitest';
import { partsOfRole, ROLES, type Role, roles } from './index.ts';

const all = (Object.keys(families) as Family[]).flatMap(scopesOfFamily);
const leaves = all.filter((scope) => scope.includes('.') || scopesOfFamily(scope as Family).length === 1);

/** Table of spec 25.1.2, written a second time: who holds each part. */
const HOLDERS: Record<string, readonly Role[]> = {
  'subscriptions.read': ['secretaria', 'coordenacao', 'atendimento', 'financeiro', 'gestao'],
  'subscriptions.support': ['secretaria', 'atendimento'],
  'subscriptions.act': ['secretaria', 'atendimento'],
  'subscriptions.decide': ['secretaria'],
  'subscriptions.import': [],
  'essays.grade': ['banca', 'coordenacao'],
  'essays.lead': ['coordenacao'],
  'tests.roll': ['secretaria', 'atendimento'],
  'tests.results': ['secretaria', 'coordenacao'],
  'documents.read': ['secretaria', 'coordenacao', 'atendimento'],
  'documents.review': ['secretaria'],
  'admissions.interview': ['coordenacao', 'entrevistas'],
  'admissions.decide': ['secretaria', 'coordenacao'],
  'payments.read': ['atendimento', 'financeiro', 'gestao'],
  'payments.settle': ['financeiro'],
  'payments.refund': ['financeiro'],
  'payments.leave': ['financeiro'],
  'payments.approve': ['financeiro', 'gestao'],
  'privacy.answer': ['administracao'],
  'privacy.erase': ['administracao'],
  'privacy.approve': ['gestao', 'administracao'],
  'privacy.kept': ['administracao'],
  'messages.read': ['secretaria', 'atendimento', 'administracao'],
  'messages.send': ['secretaria', 'atendimento', 'administracao'],
  'catalogue.read': ['gestao', 'administracao'],
  'catalogue.everyday': ['gestao', 'administracao'],
  'catalogue.brand': ['administracao'],
  'catalogue.apply': ['administracao'],
  'catalogue.trust': ['administracao'],
  'exam-scores': ['secretaria', 'coordenacao'],
  students: ['secretaria'],
  webhooks: ['administracao'],
  reports: ['coordenacao', 'gestao', 'administracao'],
  exports: ['financeiro', 'gestao'],
  audit: ['administracao'],
  'staff.read': ['administracao'],
  'staff.manage': ['administracao'],
  tokens: ['administracao'],
  platform: [],
  test: [],
};

describe('roles', () => {
  it('are held against every part there is', () => {
    expect(Object.keys(HOLDERS).sort()).toEqual([...leaves].sort());
  });

  it.each(leaves)('%s is carried by whom the specification says', (part: Scope) => {
    const holders = ROLES.filter((role) => carries(roles[role].carries, part));
    expect(holders).toEqual(HOLDERS[part]);
    expect(ROLES.filter((role) => partsOfRole(role).includes(part))).toEqual(HOLDERS[part]);
  });

  it('name nothing twice, and parts of a family only where they lack the whole', () => {
    for (const role of ROLES) {
      const parts = partsOfRole(role);
      expect([role, new Set(parts).size]).toEqual([role, parts.length]);
      expect(parts.filter((part) => !leaves.includes(part))).toEqual([]);
    }
  });

  it('have a label of their own', () => {
    expect(new Set(ROLES.map((role) => roles[role].label)).size).toBe(ROLES.length);
  });
});
