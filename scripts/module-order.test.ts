import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { BESIDE_MODULES, MODULE_ORDER } from './module-order.ts';

const root = join(import.meta.dirname, '..');
const inside = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' });
const files = inside('api/*/**/*.ts').filter(
  (file) => !file.endsWith('.test.ts') && !BESIDE_MODULES.includes(file.split('/')[1] ?? ''),
);
/**
 * What a capability does for the institution is a separate unit, because its lists and decisions depend on later modules, too.
 */
const moduleOf = (file: string) => {
  const [, module = '', inner] = file.split('/');
  return inner === 'team' ? `${module}/team` : module;
};
const placeOf = (module: string) => MODULE_ORDER.findIndex((line) => line.includes(module));

/**
 * Files of this repository that a file depends on: those it imports values or types from, statically or lazily, and those whose
 * interfaces it extends.
 */
function known(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const targets = text.matchAll(/\b(?:from|import|import\(|declare module)\s*'(\.[^']+)'/g);
  return [...targets].map(([, target = '']) => relative(root, join(root, dirname(file), target)));
}

it('names every module of the API once', () => {
  const folders = new Set(inside('api/*/**/*.ts').map(moduleOf));
  expect([...MODULE_ORDER.flat(), ...BESIDE_MODULES].sort()).toEqual([...folders].sort());
});

it('lets a module import only earlier modules, types included', () => {
  const wrong = files.flatMap((file) =>
    known(file)
      .filter((target) => target.startsWith('api/') && moduleOf(target) !== moduleOf(file))
      .filter(
        (target) => target.split('/').length < 3 || placeOf(moduleOf(target)) >= placeOf(moduleOf(file)),
      )
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

it('has no barrels: files that only re-export', () => {
  const barrels = inside('{api,web}/**/*.{ts,tsx}').filter((file) => {
    const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const left = text.replace(/export (?:type )?(?:\*|\{[^}]*\})(?: as \w+)? from '[^']+';?/g, '');
    return text.trim() !== '' && left.trim() === '';
  });
  expect(barrels).toEqual([]);
});
