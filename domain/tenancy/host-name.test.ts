import { expect, it } from 'vitest';
import { HOST_NAME } from './host-name.ts';

it.each([
  'vestibular.alfa.example',
  'localhost',
  'a.b',
  '10.0.0.1',
  'xn--ao-bja3g.example',
  `${'a'.repeat(63)}.example`,
  `${'a.'.repeat(126)}b`,
])('%j is a host name', (name) => {
  expect(HOST_NAME.test(name)).toBe(true);
});

it.each([
  '',
  'A.example',
  'ação.example',
  'a_b.example',
  'a..example',
  '.example',
  'a.example.',
  '-a.example',
  'a-.example',
  'a.-b',
  'a.example:8080',
  '[::1]',
  'a b.example',
  'a.example\n',
  '*.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(127)}b`,
])('%j is none', (name) => {
  expect(HOST_NAME.test(name)).toBe(false);
});
