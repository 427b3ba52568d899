import { expect, it } from 'vitest';
import { CONSOLE_ORDER, WEB_ORDER } from './module-order.ts';
import { importsOf, productFiles } from './source-imports.ts';

const moduleOf = (file: string): string => {
  const [, module = '', inner] = file.split('/');
  return inner === 'pages' ? `${module}/pages` : module;
};

it.each([
  ['web', WEB_ORDER],
  ['console', CONSOLE_ORDER],
])('%s: a module imports only from earlier modules, types and lazy imports included', (layer, order) => {
  // Files beside the modules configure the build.
  const files = productFiles().filter((file) => file.startsWith(`${layer}/`) && file.split('/').length > 2);
  expect(order.flat().sort()).toEqual([...new Set(files.map(moduleOf))].sort());
  const placeOf = (file: string) => order.findIndex((line) => line.includes(moduleOf(file)));
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith(`${layer}/`) && moduleOf(target) !== moduleOf(file))
      .filter((target) => placeOf(target) >= placeOf(file))
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});
