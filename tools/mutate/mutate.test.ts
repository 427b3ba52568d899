import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interval, killedShare, rowsOf, sample } from './figures.ts';
import { instrument, isText, type Mutant } from './instrument.ts';
import { type Known, stepsFor } from './plan.ts';
import { chooseTargets, isTarget, moduleOf, testsFor } from './targets.ts';

const TESTS = [
  'domain/payment/refund.test.ts',
  'web/base/claims.test.ts',
  'cli/orbita.test.ts',
  'api/payment/refund.test.ts',
  'api/identity/sign-in.test.ts',
  'api/journeys/j01.test.ts',
  'api/journeys/engine/races.test.ts',
  'api/payment/plans.postgres.test.ts',
];

describe('the selection of mutants and tests', () => {
  it.each([
    ['domain/payment/refund.ts', true],
    ['domain/payment/refund.test.ts', false],
    ['domain/person/testing/index.ts', false],
    ['web/app/app.tsx', false],
    ['testing/harness.ts', false],
    ['tools/mutate.ts', false],
  ])('%s: %s', (file, expected) => expect(isTarget(file)).toBe(expected));

  it.each([
    ['domain/payment/refund.ts', 'domain/payment'],
    ['domain/index.ts', 'domain'],
    ['api/catalogue/svg.ts', 'api/catalogue'],
    ['api/platform/http/route.ts', 'api/platform/http'],
  ])('%s belongs to %s', (file, module) => expect(moduleOf(file)).toBe(module));

  const ALL = [
    'domain/payment/refund.ts',
    'domain/payments/x.ts',
    'domain/payment/refund.test.ts',
    'README.md',
  ];
  it('accepts changed files, a path, or everything', () => {
    const changed = () => ['domain/payments/x.ts', 'README.md', 'domain/gone.ts'];
    expect(chooseTargets([], ALL, changed)).toEqual(['domain/payments/x.ts']);
    expect(chooseTargets(['./domain/payment/'], ALL, changed)).toEqual(['domain/payment/refund.ts']);
    expect(chooseTargets(['all'], ALL, changed)).toEqual([
      'domain/payment/refund.ts',
      'domain/payments/x.ts',
    ]);
    expect(() => chooseTargets(['domian'], ALL, changed)).toThrow('domian');
  });

  it("runs unit tests for rules, and a server module's own tests and journeys for it", () => {
    expect(testsFor('domain/payment/refund.ts', TESTS, false)).toEqual(TESTS.slice(0, 2));
    expect(testsFor('cli/orbita.ts', TESTS, false)).toEqual(TESTS.slice(0, 3));
    expect(testsFor('api/payment/apply.ts', TESTS, false)).toEqual([TESTS[3], TESTS[5]]);
  });

  it('runs what needs a PostgreSQL server only where there is one', () => {
    expect(testsFor('api/payment/apply.ts', TESTS, true)).toEqual([TESTS[3], TESTS[5], TESTS[7]]);
    expect(testsFor('domain/payment/refund.ts', TESTS, true)).toEqual(TESTS.slice(0, 2));
  });
});

describe('mutants', () => {
  it.each([
    ['StringLiteral', "'Vínculos e links'", 'title: ', true],
    ['StringLiteral', "'Fim. Depois'", 'text(', true],
    ['StringLiteral', "'refund-failed'", 'flag(', false],
    ['StringLiteral', "'GET /operations/tokens'", 'route(', false],
    ['StringLiteral', '`select id from tenant`', 'tx.one(sql', false],
    ['StringLiteral', '`select id from tenant`', 'tx.one(sql<Row>', false],
    ['ConditionalExpression', "label === 'Dois nomes'", 'if (', false],
  ])('%s of %s is a text for people: %s%s', (mutator, original, before, expected) =>
    expect(isText(mutator, original, before)).toBe(expected),
  );

  it('have their position and stay the same mutants when another file is added', async () => {
    const text = 'export const least = (a: number, b: number): number => {\n  return a < b ? a : b;\n};\n';
    const alone = await instrument(new Map([['domain/a.ts', text]]));
    const both = await instrument(
      new Map([
        ['domain/0.ts', 'export const yes = (): boolean => true;'],
        ['domain/a.ts', text],
      ]),
    );
    const equal = alone.mutants.find(({ replacement }) => replacement === 'a <= b');
    expect(equal).toMatchObject({ original: 'a < b', start: { line: 2, column: 9 } });
    expect(both.mutants.filter(({ file }) => file === 'domain/a.ts').map(({ key }) => key)).toEqual(
      alone.mutants.map(({ key }) => key),
    );
    expect(alone.files.get('domain/a.ts')).toContain(`stryMutAct_9fa48("${equal?.id}")`);
  });
});

describe('the tests run for a mutant', () => {
  const mutant = { id: '7', file: 'domain/payment/refund.ts' } as Mutant;
  const knows = (reached: Record<string, string[]>, took = 10): Known => ({ took, tests: 4, reached });
  const ask = (known: Record<string, Known>, of = mutant) =>
    stepsFor(of, Object.keys(known), new Map(Object.entries(known)));

  it('are those that reach it, up to the last test that does, nearest and cheapest first', () => {
    const steps = ask({
      'web/far.test.ts': knows({ 1: ['7'] }, 1),
      'domain/payment/slow.test.ts': knows({ 4: ['7'] }, 50),
      'domain/payment/quick.test.ts': knows({ 1: ['7'], 3: ['7', '8'], 4: ['8'] }),
      'domain/payment/other.test.ts': knows({ 1: ['8'], load: ['9'] }),
      'domain/payment/refund.test.ts': knows({ hooks: ['7'], 2: ['7'] }, 90),
    });
    expect(steps.map(({ file, last, fresh }) => [file, last, fresh])).toEqual([
      ['domain/payment/refund.test.ts', undefined, true],
      ['domain/payment/quick.test.ts', 3, true],
      ['domain/payment/slow.test.ts', 4, true],
      ['web/far.test.ts', 1, true],
    ]);
  });

  it('are the whole file if it has an effect while modules load', () => {
    expect(ask({ 'domain/payment/refund.test.ts': knows({ load: ['7'], 2: ['7'] }) })).toMatchObject([
      { last: undefined, fresh: true },
    ]);
    const server = { id: '7', file: 'api/payment/apply.ts' } as Mutant;
    const steps = ask(
      { 'api/payment/a.test.ts': knows({ load: ['7'] }), 'api/payment/b.test.ts': knows({}) },
      server,
    );
    expect(steps.map(({ file, fresh }) => [file, fresh])).toEqual([
      ['api/payment/a.test.ts', true],
      ['api/payment/b.test.ts', true],
    ]);
  });

  it('keep the server loaded if it has an effect later', () => {
    const server = { id: '7', file: 'api/payment/apply.ts' } as Mutant;
    expect(ask({ 'api/payment/a.test.ts': knows({ 2: ['7'] }) }, server)).toMatchObject([
      { last: 2, fresh: false },
    ]);
  });

  it('are none when none reaches it', () => {
    expect(ask({ 'domain/payment/refund.test.ts': knows({ 1: ['8'] }) })).toEqual([]);
  });
});

describe('figures', () => {
  it('a sample has no repetition, is the same for the same seed, and starts a larger one', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.nat(), (size, smaller, seed) => {
        const items = Array.from({ length: 50 }, (_, at) => at);
        const drawn = sample(items, size, seed);
        expect(new Set(drawn).size).toBe(Math.min(size, 50));
        expect(sample(items, size, seed)).toEqual(drawn);
        expect(sample(items, smaller, seed).slice(0, size)).toEqual(drawn.slice(0, smaller));
      }),
    );
    expect(sample([1, 2, 3, 4, 5, 6, 7, 8], 8, 1)).not.toEqual(sample([1, 2, 3, 4, 5, 6, 7, 8], 8, 2));
  });

  it.each([
    [85, 100, 0.767, 0.907],
    [0, 10, 0, 0.278],
    [10, 10, 0.722, 1],
    [0, 0, 0, 1],
  ])('%i of %i killed lies between %d and %d', (hits, of, low, high) => {
    const found = interval(hits, of);
    expect(found[0]).toBeCloseTo(low, 3);
    expect(found[1]).toBeCloseTo(high, 3);
  });

  it('timed-out mutants count as killed, uncovered ones as survived, and skipped ones not at all', () => {
    const rows = rowsOf(
      [
        { file: 'domain/payment/a.ts', state: 'killed' },
        { file: 'domain/payment/a.ts', state: 'timeout' },
        { file: 'domain/payment/b.ts', state: 'uncovered' },
        { file: 'domain/payment/b.ts', state: 'survived' },
        { file: 'web/app/c.ts', state: undefined },
      ],
      new Map([['domain/payment/a.ts', 3]]),
    );
    expect(rows.map(({ module, mutants, asked, texts }) => [module, mutants, asked, texts])).toEqual([
      ['domain/payment', 4, 4, 3],
      ['web/app', 1, 0, 0],
      ['all', 5, 4, 3],
    ]);
    expect(rows.map(killedShare)).toEqual([0.5, 0, 0.5]);
  });
});
