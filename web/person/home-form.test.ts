import { describe, expect, it } from 'vitest';
import { homeBody, homeProblems, homeValues } from './home-form.ts';

const abroad = {
  ...{ country: 'PT', countryName: 'Portugal', street: 'Rua do Exemplo, 10', complement: null },
  ...{ city: 'Lisboa', region: null, postalCode: '1100-048' },
};
const fieldsOf = (problems: readonly { field: string }[]) => problems.map(({ field }) => field);

describe('where a person lives, in a form', () => {
  it('shows an address outside Brazil and sends it back unchanged, and nothing of one in Brazil', () => {
    const values = homeValues({ personAddress: null, foreignAddress: abroad });
    expect(values.livesAbroad).toBe(true);
    const { countryName: _, ...typed } = abroad;
    expect(homeBody(values)).toEqual({ foreignAddress: typed });
    expect(homeProblems(values, undefined)).toEqual([]);
  });

  it('asks for the address in Brazil unless the person says otherwise, and judges only what it asks', () => {
    const values = homeValues({ personAddress: null, foreignAddress: null });
    expect(values.livesAbroad).toBe(false);
    expect(Object.keys(homeBody(values))).toEqual(['personAddress']);
    expect(fieldsOf(homeProblems(values, undefined))).toContain('personAddress.zipCode');
    expect(fieldsOf(homeProblems({ ...values, livesAbroad: true }, undefined))).toEqual([
      'foreignAddress.country',
      'foreignAddress.street',
      'foreignAddress.city',
    ]);
  });
});
