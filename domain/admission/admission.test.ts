import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AskedSection,
  draftErrors,
  fewestRows,
  incompleteSections,
  incompleteText,
  interviewErrors,
  interviewMessage,
  isSectionComplete,
  isSectionKey,
  keptRows,
  type Row,
  SECTION_KEYS,
  SECTIONS,
  type SectionKey,
  type TypedRow,
  usableChannels,
  wholeErrors,
} from './index.ts';

const LIMITS = { birthDate: '1988-11-11', limit: 2026 };

/** Complete row of each section, as spec 2.7 writes it. */
const GOOD: Record<SectionKey, TypedRow> = {
  graduate: { institution: 'Universidade', course: 'Direito', degree: 'bachelor', conclusionYear: 2010 },
  specialist: { institution: 'Universidade', course: 'Gestão', conclusionYear: 2012 },
  masters: { institution: 'Universidade', program: 'Letras', conclusionYear: 2014, title: 'Dissertação' },
  doctorate: { institution: 'Universidade', program: 'Letras', conclusionYear: 2018 },
  residency: { institution: 'Hospital', specialty: 'Clínica', startYear: 2014, conclusionYear: 2016 },
  publications: { title: 'Artigo', vehicle: 'Revista', year: 2020, link: 'https://revista.test/1' },
  'academic-links': { kind: 'lattes', description: 'Currículo', link: 'https://lattes.test/1' },
  volunteering: { organization: 'Abrigo', activity: 'Aulas', start: '2015-03', end: '2016-02' },
  languages: { language: 'Inglês', level: 'fluent', certificate: 'Exame' },
  extra: { motivation: 'Gosto do tema.', source: 'Amigos' },
};

const errorsOf = (key: SectionKey, change: TypedRow) =>
  draftErrors(key, [{ ...GOOD[key], ...change }], LIMITS);
const complete = (key: SectionKey, change: TypedRow, mandatory = true) =>
  isSectionComplete({ key, mandatory }, keptRows(key, [{ ...GOOD[key], ...change }]), LIMITS);

describe('the ten sections', () => {
  it('are named by their keys, and no other name is valid', () => {
    for (const key of SECTION_KEYS) expect([SECTIONS[key].key, isSectionKey(key)]).toEqual([key, true]);
    for (const other of ['', 'master', 'toString', null, 7]) expect(isSectionKey(other)).toBe(false);
  });

  it('have the labels and rows of the table', () => {
    expect(SECTION_KEYS.map((key) => [SECTIONS[key].label, SECTIONS[key].min, SECTIONS[key].max])).toEqual([
      ['Graduação', 1, 5],
      ['Especialização', 0, 5],
      ['Mestrado', 0, 3],
      ['Doutorado', 0, 3],
      ['Residência', 0, 3],
      ['Publicações', 0, 20],
      ['Vínculos e links acadêmicos', 0, 10],
      ['Voluntariado', 0, 10],
      ['Idiomas', 0, 10],
      ['Informações adicionais', 1, 1],
    ]);
  });

  it.each(SECTION_KEYS)(
    '%s accepts its whole row, keeps exactly its fields and misses the required ones',
    (key) => {
      const { fields } = SECTIONS[key];
      expect(errorsOf(key, {})).toEqual([]);
      expect(complete(key, {})).toBe(true);
      const [kept] = keptRows(key, [{ ...GOOD[key], unknown: 'x' }]);
      expect(Object.keys(kept ?? {})).toEqual(fields.map(({ name }) => name));
      for (const { name, required } of fields) {
        expect(errorsOf(key, { [name]: ' ' })).toEqual([]);
        expect([name, complete(key, { [name]: ' ' })]).toEqual([name, !required]);
      }
    },
  );
});

const YEAR = [
  ['graduate', 'conclusionYear'],
  ['specialist', 'conclusionYear'],
  ['masters', 'conclusionYear'],
  ['doctorate', 'conclusionYear'],
  ['residency', 'startYear'],
  ['publications', 'year'],
] as const;

describe('rules of fields', () => {
  it('a year has no lower limit while the birth date is not known', () => {
    const rows = [{ ...GOOD.graduate, conclusionYear: 1950 }];
    expect(draftErrors('graduate', rows, { birthDate: null, limit: 2026 })).toEqual([]);
    expect(draftErrors('graduate', rows, LIMITS)).toHaveLength(1);
  });

  it.each(YEAR)('years of %s.%s obey the rule of the conclusion year', (key, field) => {
    const text = (value: TypedRow[string]) =>
      errorsOf(key, { [field]: value }).find(({ field: path }) => path === `rows.0.${field}`)?.message;
    expect(text(1988)).toBe('O ano de conclusão deve ser posterior ao ano de nascimento.');
    expect(text(1989)).toBe('Confira o ano: você teria 1 ano.');
    expect(text(1997)).toBe('Confira o ano: você teria 9 anos.');
    expect(text(1998)).toBeUndefined();
    expect(text(2026)).toBeUndefined();
    expect(text(2027)).toBe('O ano de conclusão não pode ser posterior a 2026.');
    for (const strange of [2010.5, -1, 1e20, '2010']) expect(text(strange)).toBe('Ano inválido.');
  });

  it.each([
    ['residency', { conclusionYear: 2013 }, 'O ano de conclusão não pode ser anterior ao ano de início.'],
    ['volunteering', { end: '2015-02' }, 'O fim não pode ser anterior ao início.'],
    ['volunteering', { start: '2015-13' }, 'Confira o mês e o ano. Escreva assim: 04/2020.'],
    ['volunteering', { start: '1980-01' }, 'Confira o mês e o ano. Escreva assim: 04/2020.'],
    ['volunteering', { end: 2016 }, 'Confira o mês e o ano. Escreva assim: 04/2020.'],
    ['graduate', { degree: 'doctor' }, 'Selecione uma opção.'],
    ['languages', { level: 'Fluente' }, 'Selecione uma opção.'],
    ['graduate', { institution: 7 }, 'Valor inválido.'],
    ['graduate', { institution: 'x'.repeat(201) }, 'Máximo de 200 caracteres.'],
    ['extra', { motivation: 'é'.repeat(2001) }, 'Máximo de 2000 caracteres.'],
  ] as const)('%s %j is refused', (key, change, message) => {
    expect(errorsOf(key, change).map((error) => error.message)).toEqual([message]);
  });

  it.each([
    ['publications', 'https://doi.org/10.1590/1', true],
    ['publications', '10.1590/s0102-311x', true],
    ['publications', 'http://revista.test/1', true],
    ['publications', 'abc', false],
    ['publications', 'javascript:alert(1)', false],
    ['academic-links', 'https://orcid.org/0000', true],
    ['academic-links', 'http://orcid.org/0000', false],
    ['academic-links', '10.1590/1', false],
    ['academic-links', 'https://eu:senha@orcid.org', false],
    ['academic-links', 'https://localhost', false],
  ] as const)('a link of %s: %s', (key, link, good) => {
    expect(errorsOf(key, { link })).toEqual(
      good ? [] : [{ field: 'rows.0.link', message: 'Informe um endereço válido (https://…).' }],
    );
  });

  it('counts rows with content, and names the wrong row', () => {
    const rows = Array.from({ length: 4 }, () => GOOD.masters);
    expect(draftErrors('masters', rows, LIMITS)).toEqual([{ field: 'rows', message: 'Máximo de 3 itens.' }]);
    expect(draftErrors('masters', [...rows.slice(1), {}], LIMITS)).toEqual([]);
    expect(draftErrors('masters', [{}, { ...GOOD.masters, conclusionYear: 0 }], LIMITS)).toEqual([
      expect.objectContaining({ field: 'rows.1.conclusionYear' }),
    ]);
  });
});

describe('a submission', () => {
  it('has no more rows than the section allows; too many are one error of the rows together', () => {
    const rows = Array.from({ length: 4 }, () => GOOD.masters);
    const section = { key: 'masters', mandatory: false } as const;
    expect(wholeErrors(section, rows, LIMITS)).toEqual([{ field: 'rows', message: 'Máximo de 3 itens.' }]);
    expect(wholeErrors(section, rows.slice(1), LIMITS)).toEqual([]);
  });

  const asked: AskedSection[] = SECTION_KEYS.map((key) => ({ key, mandatory: key === 'graduate' }));

  it('reports only mandatory sections as missing, by name', () => {
    expect(incompleteSections(asked, {}, LIMITS)).toEqual(['graduate']);
    expect(incompleteText(['graduate', 'languages'])).toBe(
      'Preencha as seções obrigatórias: Graduação, Idiomas.',
    );
    expect(incompleteSections(asked, { graduate: keptRows('graduate', [GOOD.graduate]) }, LIMITS)).toEqual(
      [],
    );
  });

  it('reports an incomplete row in any section', () => {
    const answers = {
      graduate: keptRows('graduate', [GOOD.graduate]),
      languages: keptRows('languages', [{ language: 'Inglês' }]),
    };
    expect(incompleteSections(asked, answers, LIMITS)).toEqual(['languages']);
  });

  it('never accepts a stored draft with a wrong value (property)', () => {
    const value = fc.oneof(
      fc.string({ maxLength: 210 }),
      fc.integer({ min: -10, max: 2100 }),
      fc.double(),
      fc.constant(null),
      fc.constantFrom('bachelor', 'fluent', 'lattes', '2015-03', 'https://a.test'),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...SECTION_KEYS),
        fc.boolean(),
        fc.func(value),
        fc.nat(6),
        (key, mandatory, fill, n) => {
          const { fields } = SECTIONS[key];
          const typed = Array.from({ length: n }, (_, row) =>
            Object.fromEntries(fields.map(({ name }) => [name, fill(name, row)])),
          );
          const kept: Row[] = keptRows(key, typed);
          // Cleaning twice changes nothing, so stored rows can be sent back unchanged.
          expect(keptRows(key, kept)).toEqual(kept);
          const section = { key, mandatory };
          const whole = isSectionComplete(section, kept, LIMITS);
          const wrong = draftErrors(key, kept, LIMITS);
          const missing = kept.some((row) =>
            fields.some((field) => field.required && row[field.name] === null),
          );
          expect(whole).toBe(wrong.length === 0 && !missing && kept.length >= fewestRows(section));
        },
      ),
    );
  });
});

describe('a request for an interview', () => {
  const at = { channels: ['whatsapp', 'email'] as const, today: '2026-01-12' };

  it('needs an available channel, and future days', () => {
    expect(interviewErrors({}, at)).toEqual([
      { field: 'channel', message: 'Selecione uma forma de contato.' },
    ]);
    expect(interviewErrors({ channel: 'whatsapp' }, { ...at, channels: ['email'] })).toHaveLength(1);
    const periods = [
      { date: '2026-01-12', period: 'morning' },
      { date: '2026-01-11', period: 'evening' },
      { date: '2026-02-30', period: 'afternoon' },
    ];
    expect(interviewErrors({ channel: 'email', periods }, at).map(({ field }) => field)).toEqual([
      'periods.1.date',
      'periods.2.date',
    ]);
    const many = Array.from({ length: 4 }, () => ({ date: '2026-01-20', period: 'noite' }));
    expect(interviewErrors({ channel: 'email', periods: many }, at).map(({ field }) => field)).toEqual([
      'periods',
      ...many.map((_, index) => `periods.${index}.period`),
    ]);
  });

  it('offers WhatsApp only with a phone, and always some channel', () => {
    expect(usableChannels(['whatsapp', 'email'], true)).toEqual(['whatsapp', 'email']);
    expect(usableChannels(['whatsapp', 'email'], false)).toEqual(['email']);
    expect(usableChannels(['whatsapp'], false)).toEqual(['email']);
    expect(usableChannels(['whatsapp'], true)).toEqual(['whatsapp']);
  });

  it('has a prefilled message', () => {
    const of = { name: 'Candidata Onze', course: 'MBA em Gestão', id: 5001 };
    expect(interviewMessage({ ...of, periods: [] })).toBe(
      'Olá! Sou Candidata, inscrição 5001 em MBA em Gestão. Gostaria de agendar minha entrevista.',
    );
    expect(interviewMessage({ ...of, periods: [{ date: '2026-01-20', period: 'morning' }] })).toContain(
      'Períodos preferidos: 20/01/2026 (Manhã).',
    );
  });
});
