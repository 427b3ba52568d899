import { describe, expect, it } from 'vitest';
import { brandLines } from './brand-name.ts';

describe('brand name in two lines', () => {
  it('puts the kind of institution on a second line', () => {
    expect(brandLines('Centro Universitário Alfa Exemplo')).toEqual({
      name: 'Alfa Exemplo',
      detail: 'Centro Universitário',
    });
    expect(brandLines('Escola de Pós Alfa Exemplo')).toEqual({
      name: 'Alfa Exemplo',
      detail: 'Escola de Pós',
    });
  });

  it('does not split names that consist of the kind, or need it', () => {
    expect(brandLines('Alfa')).toEqual({ name: 'Alfa' });
    expect(brandLines('Faculdade')).toEqual({ name: 'Faculdade' });
    expect(brandLines('Universidade de Exemplo')).toEqual({ name: 'Universidade de Exemplo' });
  });
});
