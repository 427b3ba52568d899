import {
  type AskedSection,
  isSectionComplete,
  type Row,
  type RowField,
  SECTION_KEYS,
  SECTIONS,
  type SectionKey,
  wholeErrors,
} from '@orbita/domain/admission';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf, isSectionDraft, keptOf, rowsOf, sectionRules } from './section-values.ts';

const limits = { birthDate: '1990-05-01', limit: 2026 };
const two = (value: number) => String(value).padStart(2, '0');
const month = fc
  .tuple(fc.integer({ min: 1991, max: 2026 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, at]) => `${year}-${two(at)}`);
const words = fc
  .string({ minLength: 1, maxLength: 60 })
  .map((text) => text.trim())
  .filter((text) => text !== '');

function answerTo(field: RowField): fc.Arbitrary<string | number> {
  if (field.kind === 'year') return fc.integer({ min: 1991, max: 2026 });
  if (field.kind === 'month') return month;
  if (field.kind === 'choice') return fc.constantFrom(...field.options.map(({ code }) => code));
  return field.kind === 'link' ? fc.webUrl({ validSchemes: ['https'] }) : words;
}

const rowOf = (key: SectionKey): fc.Arbitrary<Row> =>
  fc.record(
    Object.fromEntries(SECTIONS[key].fields.map((field) => [field.name, fc.option(answerTo(field))])),
  );
const filled = fc.constantFrom(...SECTION_KEYS).chain((key) =>
  fc.tuple(
    fc.constant(key),
    fc.array(
      rowOf(key).filter((row) => Object.values(row).some((value) => value !== null)),
      { maxLength: 5 },
    ),
  ),
);

describe('rows of the questionnaire in the form', () => {
  it('round-trip unchanged', () => {
    fc.assert(
      fc.property(filled, ([key, rows]) => {
        const draft = draftOf(key, rows);
        expect(keptOf(key, draft)).toEqual(rows);
        expect(isSectionDraft(JSON.parse(JSON.stringify(draft)))).toBe(true);
      }),
    );
  });

  it('can be sent exactly when nothing is shown as missing', () => {
    fc.assert(
      fc.property(filled, fc.boolean(), fc.nat(3), ([key, rows], mandatory, blank) => {
        const section: AskedSection = { key, mandatory };
        const draft = [...Array.from({ length: blank }, () => ({})), ...draftOf(key, rows)];
        const errors = wholeErrors(section, rowsOf(key, draft), limits);
        expect(errors.length === 0).toBe(isSectionComplete(section, keptOf(key, draft), limits));
      }),
    );
  });

  it.each([
    ['graduate', { conclusionYear: '20x' }, { conclusionYear: '20x' }],
    ['graduate', { conclusionYear: ' 2024 ' }, { conclusionYear: 2024 }],
    ['graduate', { conclusionYear: '12024' }, { conclusionYear: '12024' }],
    ['volunteering', { start: '03/2020' }, { start: '2020-03' }],
    ['volunteering', { start: '103/2020' }, { start: '103/2020' }],
    ['volunteering', { start: '3/20' }, { start: '3/20' }],
  ] as const)('of %s reads %j', (key, values, row) => {
    expect(rowsOf(key, [values])[0]).toMatchObject(row);
  });

  it('shows a month in Brazilian format, and everything else as stored', () => {
    const row = { organization: '2015-03', start: '2015-03', end: '12015-03' };
    expect(draftOf('volunteering', [row])[0]).toMatchObject({ ...row, start: '03/2015' });
  });

  it.each([null, {}, [1], [{ a: 1 }], [[]], 'x'])('are not %j', (value) => {
    expect(isSectionDraft(value)).toBe(false);
  });
});

describe('saving a section', () => {
  const rules = sectionRules('languages', limits);
  const english = { language: 'Inglês', level: 'fluent', certificate: '' };
  it('treats an empty row, spaces and a missing value as no change', () => {
    expect(rules.same([english], [{ ...english, language: ' Inglês ' }, {}])).toBe(true);
    expect(rules.same([english], [{ ...english, level: 'basic' }])).toBe(false);
  });

  it('holds back what the server would refuse, but not what is only incomplete', () => {
    expect(rules.refused([{ language: 'Inglês' }])).toBe(false);
    expect(rules.refused([{ language: 'x'.repeat(201) }])).toBe(true);
    const publications = sectionRules('publications', limits);
    expect(publications.refused([{ title: 'Artigo', link: 'abc' }])).toBe(true);
  });
});

describe('the requirements of a mandatory section', () => {
  const section: AskedSection = { key: 'graduate', mandatory: true };
  it('are its first row, field by field', () => {
    expect(wholeErrors(section, [{}, {}], limits).map(({ field }) => field)).toEqual([
      'rows.0.institution',
      'rows.0.course',
      'rows.0.degree',
      'rows.0.conclusionYear',
    ]);
    expect(wholeErrors(section, [], limits)).toEqual([{ field: 'rows', message: 'Obrigatório.' }]);
  });

  it('are any row where no field is required', () => {
    const extra: AskedSection = { key: 'extra', mandatory: true };
    expect(wholeErrors(extra, [{}], limits)).toEqual([{ field: 'rows', message: 'Obrigatório.' }]);
    expect(wholeErrors(extra, [{ source: 'Amigos' }], limits)).toEqual([]);
  });
});
