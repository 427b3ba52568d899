import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  carries,
  type Family,
  families,
  familyOf,
  type PartOf,
  type Scope,
  scopesOfFamily,
} from './index.ts';

const all = (Object.keys(families) as Family[]).flatMap(scopesOfFamily);

describe('scopes', () => {
  it('are families and their parts, each named once', () => {
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((scope) => !/^[a-z]+(-[a-z]+)?(\.[a-z]+)?$/.test(scope))).toEqual([]);
    expect(scopesOfFamily('essays')).toEqual(['essays', 'essays.grade', 'essays.lead']);
    expect(scopesOfFamily('students')).toEqual(['students']);
  });

  it('are typed by the table', () => {
    expectTypeOf<PartOf<'essays'>>().toEqualTypeOf<'essays.grade' | 'essays.lead'>();
    expectTypeOf<PartOf<'students'>>().toEqualTypeOf<never>();
    expectTypeOf<'payments.refund'>().toExtend<Scope>();
  });

  it.each(all)('%s includes itself and, as a whole, its parts; nothing else', (held) => {
    const carried = all.filter((wanted) => carries([held], wanted));
    expect(carried).toEqual(held.includes('.') ? [held] : scopesOfFamily(familyOf(held)));
  });

  it('of parts never add up to the whole', () => {
    const parts = scopesOfFamily('payments').slice(1);
    expect(carries(parts, 'payments')).toBe(false);
    expect(parts.every((part) => carries(parts, part))).toBe(true);
  });

  it('that are unknown include nothing', () => {
    expect(all.filter((wanted) => carries(['essay', 'essays.', 'essays.grades', ''], wanted))).toEqual([]);
  });
});
