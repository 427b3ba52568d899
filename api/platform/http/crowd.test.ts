import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createCrowd, watchLoop } from './crowd.ts';
import { busy } from './errors.ts';

/** A crowd whose inputs are set manually: how many milliseconds each tenant waits, and by how many the loop is late. */
const crowdOf = (signs: { wait: Record<number, number>; late: number }) =>
  createCrowd(
    { wait: (tenant) => signs.wait[tenant] ?? 0 },
    { late: () => signs.late, stop: () => undefined },
    { registry: new Registry() },
    () => 0.999,
  );
const BUSY = { code: 'BUSY', status: 503, retryAfter: 8 };

describe('too many calls at once', () => {
  it('a tenant whose statements wait is refused, and no other', () => {
    const crowd = crowdOf({ wait: { 1: 600 }, late: 0 });
    for (let n = 0; n < 20; n++) crowd.enter(2, 'newcomer');
    expect(() => crowd.enter(1, 'newcomer')).toThrow(expect.objectContaining(BUSY));
    expect(() => crowd.enter(2, 'newcomer')).not.toThrow();
  });

  it('people inside continue where newcomers are refused, until the load is extreme', () => {
    const signs = { wait: { 1: 600 }, late: 0 };
    const crowd = crowdOf(signs);
    for (let n = 0; n < 20; n++) crowd.enter(2, 'inside');
    expect(() => crowd.enter(1, 'inside')).not.toThrow();
    signs.wait[1] = 3_000;
    expect(() => crowd.enter(1, 'inside')).toThrow(expect.objectContaining(BUSY));
  });

  it('a few calls are no crowd, however slow the machine', () => {
    const crowd = crowdOf({ wait: { 1: 60_000 }, late: 60_000 });
    for (let n = 0; n < 20; n++) expect(() => crowd.enter(1, 'newcomer')).not.toThrow();
    expect(() => crowd.enter(1, 'newcomer')).toThrow(expect.objectContaining(BUSY));
  });

  it('while the process is late, tenants above their share are refused, and served again afterwards', () => {
    const signs = { wait: {}, late: 0 };
    const crowd = crowdOf(signs);
    const ends = Array.from({ length: 22 }, () => crowd.enter(1, 'newcomer'));
    crowd.enter(2, 'newcomer');
    signs.late = 400;
    expect(() => crowd.enter(1, 'newcomer')).toThrow(expect.objectContaining(BUSY));
    expect(() => crowd.enter(2, 'newcomer')).not.toThrow();
    expect(() => crowd.enter(3, 'newcomer')).not.toThrow();
    for (let n = 0; n < 75; n++) crowd.enter(4 + n, 'newcomer');
    expect(() => crowd.enter(99, 'newcomer')).toThrow(expect.objectContaining(BUSY));
    for (const end of ends) end();
    expect(() => crowd.enter(1, 'newcomer')).not.toThrow();
  });
});

it.each([
  [0, 3],
  [0.5, 6],
  [0.999, 8],
])(
  'who is refused may come back after three to eight seconds, drawn by lot: %d is %d',
  (share, retryAfter) => {
    expect(busy(() => share)).toMatchObject({ code: 'BUSY', status: 503, retryAfter });
  },
);

describe('the event loop', () => {
  it('counts as late when several checks in a row were late, so that one long task is no crowd', () => {
    let at = 0;
    const loop = watchLoop(() => at);
    const after = (ms: number) => {
      at += ms;
      loop.look();
    };
    for (const ms of [50, 50, 900, 50]) after(ms);
    expect(loop.late()).toBe(0);
    for (const ms of [400, 500, 450, 600]) after(ms);
    expect(loop.late()).toBe(350);
    after(50);
    expect(loop.late()).toBe(0);
    loop.stop();
  });
});
