import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCatalogue } from './parse.ts';

/** Number of entries in each section of the generated catalogue. */
const SIZE = 5;
const SECTIONS: Record<string, (n: number) => string[]> = {
  institutions: (n) => [
    `- code: I${n}`,
    `  acronym: I${n}`,
    `  name: Instituição ${n}`,
    `  alias: i${n}`,
    '  payment:',
    '    variant: onlySubscription',
  ],
  poles: (n) => [`- { code: P${n}, institution: I${n}, description: Polo ${n}, city: 3106200 }`],
  courses: (n) => [
    `- code: C${n}`,
    `  institution: I${n}`,
    `  name: Curso ${n}`,
    '  level: 1',
    '  modality: EaD',
  ],
  intakes: (n) => [`- { code: K${n}, institution: I${n}, start: 2026-01-01, end: 2026-02-01 }`],
  ingressModes: (n) => [`- { code: M${n}, name: Análise ${n}, kind: document-analysis }`],
  offers: (n) => [
    `- code: O${n}`,
    `  institution: I${n}`,
    '  type: 1',
    `  intake: K${n}`,
    `  ingressMode: M${n}`,
    '  courses:',
    `    - { course: C${n}, poles: [ { pole: P${n}, vacancies: 10 } ] }`,
  ],
  prices: (n) => [
    `- code: V${n}`,
    `  institution: I${n}`,
    `  course: C${n}`,
    `  intake: K${n}`,
    '  kind: enrollment',
    '  installments: 6',
    '  value: 100',
  ],
};

/** A mistake in an entry of a section: its changed lines, and which of them is wrong. */
type Slip = { section: string; make: (lines: string[], n: number) => { lines: string[]; at: number } };

const replaced = (find: string, put: (n: number) => string) => (lines: string[], n: number) => {
  const at = lines.findIndex((line) => line.includes(find));
  return { lines: lines.map((line, index) => (index === at ? put(n) : line)), at };
};
const added = (line: string) => (lines: string[]) => ({ lines: [...lines, line], at: lines.length });
const repeated = (make: (n: number) => string[]) => (lines: string[], n: number) => ({
  lines: [...lines, ...make(n)],
  at: lines.length,
});

const SLIPS: Record<string, Slip> = {
  'unknown field': { section: 'courses', make: added('  descripton: x') },
  'status 15': { section: 'institutions', make: added('  initialStatus: 15') },
  'two payment variants': {
    section: 'institutions',
    make: replaced('variant', () => '    variant: [onlySubscription, totalOrSemester]'),
  },
  'dangling contract': { section: 'offers', make: added('  contract: NOPE') },
  'dangling pole inside': {
    section: 'offers',
    make: replaced('course:', (n) => `    - { course: C${n}, poles: [ { pole: ZZ, vacancies: 10 } ] }`),
  },
  'dangling intake': { section: 'prices', make: replaced('intake:', () => '  intake: NEVER') },
  'wrong type': { section: 'courses', make: replaced('level:', () => '  level: one') },
  'too many vacancies': {
    section: 'offers',
    make: replaced('course:', (n) => `    - { course: C${n}, poles: [ { pole: P${n}, vacancies: -1 } ] }`),
  },
  'missing field': {
    section: 'courses',
    make: (lines) => ({ lines: lines.filter((line) => !line.includes('name:')), at: 0 }),
  },
  'same code twice': {
    section: 'courses',
    make: repeated((n) => (SECTIONS.courses as (n: number) => string[])(n)),
  },
  'overlapping price': {
    section: 'prices',
    make: repeated((n) =>
      (SECTIONS.prices as (n: number) => string[])(n).map((line) =>
        line.replace(`code: V${n}`, `code: W${n}`),
      ),
    ),
  },
  'ends before it starts': {
    section: 'intakes',
    make: replaced(
      'code:',
      (n) => `- { code: K${n}, institution: I${n}, start: 2026-03-01, end: 2026-02-01 }`,
    ),
  },
  'key twice': { section: 'offers', make: added('  type: 1') },
  'bracket left open': {
    section: 'poles',
    make: replaced('code:', (n) => `- { code: P${n}, institution: I${n}`),
  },
  'colon in a text': { section: 'courses', make: replaced('name:', () => '  name: Curso: o melhor') },
  'tab before a key': { section: 'prices', make: replaced('kind:', () => '\tkind: enrollment') },
  'quote left open': {
    section: 'ingressModes',
    make: replaced('code:', (n) => `- { code: M${n}, name: "Análise }`),
  },
  'anchor nobody set': { section: 'courses', make: replaced('name:', () => '  name: *nobody') },
};

const HEAD = [
  'version: 1',
  'tenant: { alias: alfa, name: Alfa, parameters: { PrivacyPolicyUrl: "https://a.test/p", DpoContact: d@a.test } }',
];

type Planted = { slip: string; n: number };

/** The catalogue with the mistakes, as one file or one per section, and the expected positions. */
const plant = (planted: readonly Planted[], folder: boolean, size = SIZE) => {
  const files = new Map<string, string[]>([['', [...HEAD]]]);
  const expected: string[] = [];
  for (const [section, make] of Object.entries(SECTIONS)) {
    const file = folder ? `${section}.yaml` : '';
    const out = files.get(file) ?? [];
    files.set(file, out);
    out.push(`${section}:`);
    for (let n = 1; n <= size; n++) {
      const mine = planted.find(({ slip, n: at }) => at === n && SLIPS[slip]?.section === section);
      const slip = mine && SLIPS[mine.slip];
      const { lines, at } = slip ? slip.make(make(n), n) : { lines: make(n), at: -1 };
      if (slip) expected.push(`${file}:${out.length + at + 1}`);
      out.push(...lines.map((line) => `  ${line}`.replace(/^ {2}\t/, '\t')));
    }
  }
  const text = (lines: string[] = []) => `${lines.join('\n')}\n`;
  const further = [...files].filter(([file]) => file !== '');
  return {
    expected: expected.sort(),
    given: {
      yaml: text(files.get('')),
      files: Object.fromEntries(
        further.map(([file, lines]) => [file, Buffer.from(text(lines)).toString('base64')]),
      ),
    },
  };
};

const reported = (given: Parameters<typeof parseCatalogue>[0]) => {
  const { problems } = parseCatalogue(given);
  const fileOf = (path: string) => /^([\w.]+\.yaml)(: |$)/.exec(path)?.[1] ?? '';
  return {
    problems,
    lines: [...new Set(problems.map(({ path, line }) => `${fileOf(path)}:${line}`))].sort(),
  };
};

describe('a catalogue with mistakes', () => {
  it('has none before they are added', () => {
    for (const folder of [true, false]) expect(reported(plant([], folder).given).problems).toEqual([]);
  });

  it.each(Object.keys(SLIPS))('reports the line of: %s', (slip) => {
    const { given, expected } = plant([{ slip, n: 3 }], false);
    const { lines, problems } = reported(given);
    expect([lines, problems]).toEqual([expected, problems]);
  });

  it.each(Object.keys(SLIPS))('takes nothing of a long file for a part of: %s', (slip) => {
    for (const folder of [true, false]) {
      const { given, expected } = plant([{ slip, n: 1 }], folder, 80);
      expect(reported(given).lines).toEqual(expected);
    }
  });

  it('reports every mistake in one pass, at its line and nowhere else', () => {
    const slip = fc.record({
      slip: fc.constantFrom(...Object.keys(SLIPS)),
      n: fc.integer({ min: 1, max: SIZE }),
    });
    const slips = fc.uniqueArray(slip, {
      maxLength: 20,
      // One mistake per entry; the entries it references are unchanged.
      selector: ({ slip: name, n }) => `${SLIPS[name]?.section} ${n}`,
    });
    fc.assert(
      fc.property(slips, fc.boolean(), (planted, folder) => {
        const { given, expected } = plant(planted, folder);
        expect(reported(given).lines).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it('reports what is nested too deeply beside another mistake, each at its line', () => {
    const { given, expected } = plant([{ slip: 'tab before a key', n: 1 }], false);
    const lines = given.yaml.split('\n');
    const at = lines.findIndex((line) => line.includes('name: Curso 2'));
    lines[at] = `    name: ${'['.repeat(60)}${']'.repeat(60)}`;
    const problems = reported({ yaml: lines.join('\n') });
    expect(problems.lines).toEqual([`:${at + 1}`, ...expected].sort());
    expect(problems.problems.find(({ line }) => line === at + 1)?.message).toContain('mais de 50 níveis');
  });

  it('suggests the intended name', () => {
    const { given } = plant([{ slip: 'unknown field', n: 2 }], false);
    const yaml = `${given.yaml}pirces: []\n`.replace('course: C4', 'course: D4');
    expect(reported({ yaml }).problems.map(({ message }) => message)).toEqual([
      'unknown field descripton; did you mean description?',
      expect.stringMatching(/^courses has no D4; did you mean C\d\?$/),
      'unknown section pirces; did you mean prices?',
    ]);
  });
});
