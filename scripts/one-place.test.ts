import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPEN_CHARGE_STATES } from '@orbita/domain/payment';
import { DEFAULT_THEME, PARAMETER_LEVELS } from '@orbita/domain/tenancy';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
// The sandbox simulates other systems, and tests spell out what they expect.
const production = globSync(
  '{domain,protocol,client,ui,api,web,console,cli,scripts}/**/*.{ts,tsx,mjs,css,html}',
  {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  },
)
  .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const holding = (pattern: RegExp): string[] =>
  production.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

it('defines in one place which charges can still be paid', () => {
  // In any order, as a list or as comparisons, on one line or on several.
  const words = OPEN_CHARGE_STATES.join('|');
  const state = `['"\`](?:${words})['"\`]`;
  const listed = new RegExp(`${state}(?:[^'"\`]{1,40}${state}){2}`);
  expect(holding(listed)).toEqual(['domain/payment/charge.ts']);
});

it('defines in one place which level of a parameter comes first', () => {
  // In any order, because a list with the least specific first is a second list, too.
  const level = `['"\`](?:${PARAMETER_LEVELS.join('|')})['"\`]`;
  const listed = new RegExp(`${level}(?:,\\s*${level}){${PARAMETER_LEVELS.length - 1}}`);
  expect(holding(listed)).toEqual(['domain/tenancy/parameters.ts']);
});

it('takes statuses in SQL from the lists of the domain', () => {
  expect(holding(/status (?:not )?in \(\s*\d/)).toEqual([]);
});

it('reads rows under the names of their columns, which `shapeOf` and presenters translate', () => {
  expect(holding(/\b[aA][sS]\s+"[a-z]\w*[A-Z]/)).toEqual([]);
});

it('takes nothing away that is shown because reading it again failed', () => {
  // `isError` of a query is true then, too; `isLoadingError` only as long as there was no answer.
  expect(holding(/\bisError\b/)).toEqual([]);
});

it('defines the default brand once', () => {
  expect(holding(new RegExp(`${DEFAULT_THEME.primary}|${DEFAULT_THEME.secondary}`, 'i'))).toEqual([
    'domain/tenancy/theme-values.ts',
  ]);
});

it('escapes HTML in one place', () => {
  expect(holding(/['"`]&lt;['"`]/)).toEqual(['domain/foundation/html.ts']);
});

it('accesses browser storage in one place, where it cannot throw', () => {
  expect(holding(/\b(?:local|session)Storage\b/).sort()).toEqual([
    'client/storage.ts',
    // Inlined into the page as text and imports nothing.
    'web/base/early.ts',
    // Replaces both in a tab of the team.
    'web/identity/view-tab.ts',
    // Runs where nothing else of the app can be loaded.
    'web/offline/writer.ts',
  ]);
});

it('adopts the answer to a change in one place, where no older read undoes it', () => {
  expect(holding(/\.setQueryData\b/).sort()).toEqual([
    'client/adopt-answer.ts',
    // Stores the name of an entry chosen from a list, which nothing changes.
    'console/subscription/filter-choices.ts',
  ]);
});

it('admits pages to live events in one place, whoever they belong to', () => {
  expect(holding(/\bwsHandler\b/)).toEqual(['api/platform/live/hub.ts']);
  expect(holding(/\bnew WebSocket\(/)).toEqual(['client/live-socket.ts']);
});

it('reads cookies in one place, where foreign and malformed ones are ignored', () => {
  expect(holding(/document\.cookie(?! = )/).sort()).toEqual([
    'web/base/cookie.ts',
    'web/base/early.ts',
    'web/tenancy/cookie-choice.ts',
  ]);
});

it('reads exports and figures from a standby, and nothing else', () => {
  expect(holding(/\breads\.from\(/).sort()).toEqual([
    'api/export/ask.ts',
    'api/export/job.ts',
    'api/report/routes.ts',
  ]);
});

it('looks up keys from outside in one place, which finds nothing that every object inherits', () => {
  const found = production
    .filter(({ file }) => /^(?:domain|api)\//.test(file))
    .flatMap(({ file, text }) =>
      Array.from(
        text.matchAll(/^(?:export )?const ([A-Z][A-Z_]+): (?:Readonly<|Partial<){0,2}Record<string, /gm),
        ([, table]) => ({ file, table, indexed: new RegExp(`(?<![\\w.])${table}\\[`).test(text) }),
      ),
    );
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter(({ indexed }) => indexed)).toEqual([]);
});
