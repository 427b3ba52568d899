import { expect, it } from 'vitest';
import { createLoopTurns } from './loop-turns.ts';

it('S48 items of tenants alternate, each tenant in its order', async () => {
  const turns = createLoopTurns();
  const done: string[] = [];
  const piece = (tenant: number, name: string) => turns.take(tenant).then(() => done.push(name));
  const all = [
    piece(1, 'a1'),
    piece(1, 'a2'),
    piece(1, 'a3'),
    piece(2, 'b1'),
    piece(3, 'c1'),
    piece(2, 'b2'),
  ];
  await Promise.all(all);
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

it('S48 other work runs between two items', async () => {
  const turns = createLoopTurns();
  const done: string[] = [];
  const pieces = Array.from({ length: 50 }, (_, n) => turns.take(1).then(() => done.push(`page ${n}`)));
  setImmediate(() => done.push('call'));
  await Promise.all(pieces);
  expect(done.indexOf('call')).toBeLessThan(50);
  await turns.take(1);
});
