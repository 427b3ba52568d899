import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseName, normalisePhone, TEXTS } from '../foundation/index.ts';
import { FIELD_CASES, type FieldCase } from './testing/index.ts';
import { judge } from './testing/judge.ts';

const nameOf = ({ field, why, of }: FieldCase) => `${field}${of ? ` of a ${of}` : ''}: ${why}`;

describe('field rules (spec 2.4)', () => {
  it.each(FIELD_CASES.map((one) => [nameOf(one), one] as const))('%s', (_, one) => {
    expect(judge(one)).toBe(one.text);
  });
  it('have an accepted and a refused example for every field', () => {
    for (const field of new Set(FIELD_CASES.map((one) => one.field))) {
      const cases = FIELD_CASES.filter((one) => one.field === field);
      expect(
        cases.some(({ text }) => text === undefined),
        field,
      ).toBe(true);
      expect(
        cases.some(({ text }) => text !== undefined),
        field,
      ).toBe(true);
    }
  });
});

const FIELDS = [...new Set(FIELD_CASES.map(({ field }) => field))].filter(
  (field) => !field.endsWith('cityId'),
);
const HIDDEN = ['\u200b', '\u200d', '\u202e', '\u2066', '\u00ad', '\ufeff', '\u3164'];
const anything = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
const caseOf = (field: FieldCase['field'], value: string): FieldCase => ({
  field,
  value,
  why: 'any',
  ...(field === 'rne' || field === 'passport' ? { of: 'foreigner' } : {}),
});

describe('arbitrary input', () => {
  const texts = new Set<string>([
    ...Object.values(TEXTS).filter((text) => typeof text === 'string'),
    ...Object.values(TEXTS.rg),
    ...[10, 20, 60, 80, 120].map(TEXTS.maxLength),
    TEXTS.minLength(3),
  ]);
  it.each(FIELDS)('%s is accepted or refused with a known text', (field) => {
    fc.assert(
      fc.property(anything, (value) => {
        const text = judge(caseOf(field, value));
        return text === undefined || texts.has(text);
      }),
    );
  });
  it.each(FIELDS)(
    '%s is accepted with invisible characters, and refused with a control character',
    (field) => {
      const good = FIELD_CASES.filter(
        (one) => one.field === field && !one.text && String(one.value).length > 3,
      );
      const made = fc.tuple(fc.constantFrom(...good), fc.constantFrom(...HIDDEN), fc.nat());
      fc.assert(
        fc.property(made, ([one, hidden, at]) => {
          const value = String(one.value).trim();
          const place = 1 + (at % (value.length - 1));
          const withSign = (sign: string) =>
            judge({ ...one, value: value.slice(0, place) + sign + value.slice(place) });
          return withSign(hidden) === undefined && withSign('\u0000') !== undefined;
        }),
      );
    },
  );
  it('is normalised: normalising again changes nothing', () => {
    fc.assert(fc.property(anything, (value) => normaliseName(normaliseName(value)) === normaliseName(value)));
    const phone = fc.stringMatching(/^\(?[1-9]{2}\)? ?9?[0-9]{4}-?[0-9]{4}$/);
    fc.assert(fc.property(phone, (value) => normalisePhone(normalisePhone(value)) === normalisePhone(value)));
  });
});
