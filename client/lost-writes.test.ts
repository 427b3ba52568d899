import { expect, it } from 'vitest';
import { lostWrites } from './lost-writes.ts';

function page() {
  let at = 0;
  const writes = lostWrites(() => at);
  return { ...writes, wait: (ms: number) => (at += ms) };
}

it('a lost write is repeated with its first key, another one with its own', () => {
  const { keyFor, lose } = page();
  const key = keyFor('POST /a {}');
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  lose('POST /a {}', key);
  expect(keyFor('POST /a {}')).toBe(key);
  expect(keyFor('POST /a {"b":1}')).not.toBe(key);
  expect(keyFor('POST /c {}')).not.toBe(key);
});

it('is a new one after any write was answered', () => {
  const { keyFor, lose, settle } = page();
  const key = keyFor('POST /a {}');
  lose('POST /a {}', key);
  settle();
  expect(keyFor('POST /a {}')).not.toBe(key);
});

it('is a new one after ten minutes, however often it was tried', () => {
  const { keyFor, lose, wait } = page();
  const key = keyFor('x');
  lose('x', key);
  wait(599_999);
  lose('x', keyFor('x'));
  expect(keyFor('x')).toBe(key);
  wait(1);
  expect(keyFor('x')).not.toBe(key);
});
