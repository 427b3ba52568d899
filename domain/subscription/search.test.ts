import { describe, expect, it } from 'vitest';
import { termOf } from './search.ts';

describe('the kind of a search', () => {
  it.each([
    ['um@exemplo.test', 'email', 'um@exemplo.test'],
    [' 111.222.333-96 ', 'cpf-or-phone', '11122233396'],
    ['(31) 90000-0001', 'cpf-or-phone', '31900000001'],
    ['(31) 3333-0001', 'phone', '3133330001'],
    ['+351 912 345 678', 'phone', '+351912345678'],
    ['5001', 'application', '5001'],
    ['5.001', 'application', '5001'],
    ['V123456-J', 'document', 'V123456J'],
    ['AB 123456', 'document', 'AB123456'],
    ['123456789012', 'document', '123456789012'],
    ['cand um', 'name', 'cand um'],
    ["D'Ávila", 'name', "D'Ávila"],
    ['Ação 12', 'name', 'Ação 12'],
    ['+351 ABC', 'name', '+351 ABC'],
    ['%', 'name', '%'],
  ])('%s is %s', (typed, kind, value) => {
    expect(termOf(typed)).toEqual({ kind, value });
  });

  it('is undefined without a term', () => {
    expect(termOf('  ')).toBeUndefined();
  });
});
