import { expect, it } from 'vitest';
import { linkedSiblings } from '../../../testing/linked-siblings.ts';
import { createPlaces } from './limits.ts';

const MOST = 30;

it('a person may have as many sockets at a node of two processes as at one', () => {
  const { siblings } = linkedSiblings(2);
  const [first, second] = siblings.map((one) => createPlaces(one));
  const places = Array.from({ length: MOST }, (_, n) => (n % 3 === 0 ? first : second)?.ofPerson(1, 7));
  expect(places).not.toContain(undefined);
  expect([first?.ofPerson(1, 7), second?.ofPerson(1, 7)]).toEqual([undefined, undefined]);
  expect([first?.ofPerson(1, 8), second?.ofPerson(2, 7)]).toEqual([
    expect.any(Function),
    expect.any(Function),
  ]);
  places[0]?.();
  expect(second?.ofPerson(1, 7)).toBeDefined();
  expect(first?.ofPerson(1, 7)).toBeUndefined();
});

it('sockets of a process that ended are freed', () => {
  const { siblings, end } = linkedSiblings(2);
  const [first, second] = siblings.map((one) => createPlaces(one));
  for (let n = 0; n < MOST; n++) (n < 10 ? first : second)?.ofPerson(1, 7);
  expect(first?.ofPerson(1, 7)).toBeUndefined();
  end(2);
  const more = Array.from({ length: MOST }, () => first?.ofPerson(1, 7)).filter(Boolean);
  expect(more).toHaveLength(MOST - 10);
});

it('a new process receives the sockets of all others', () => {
  const { siblings, join } = linkedSiblings(3);
  const [first, second] = siblings.slice(0, 2).map((one) => createPlaces(one));
  for (let n = 0; n < 25; n++) (n < 10 ? first : second)?.ofPerson(1, 7);
  const third = siblings.slice(2).map((one) => createPlaces(one))[0];
  join();
  const more = Array.from({ length: MOST }, () => third?.ofPerson(1, 7)).filter(Boolean);
  expect(more).toHaveLength(MOST - 25);
});
