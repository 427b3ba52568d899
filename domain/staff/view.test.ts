import { expect, it } from 'vitest';
import { isViewPath } from './index.ts';

it.each([
  ['/visualizacao', true],
  ['/visualizacao/subscriptions/7', true],
  ['/visualizacao2', false],
  ['/portal', false],
  ['/portal/visualizacao', false],
])('%s is an address of a view: %s (spec 25.6.3)', (path, view) => {
  expect(isViewPath(path)).toBe(view);
});
