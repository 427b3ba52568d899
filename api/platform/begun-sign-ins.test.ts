import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { begunSignIns } from './begun-sign-ins.ts';
import { seal, unseal } from './seal.ts';

const shape = z.object({ state: z.string(), startedAt: z.number(), page: z.string() });
const place = { secrets: ['s'.repeat(32)], tenantId: 1, purpose: 'a test' };
const at = (now: number) => begunSignIns(shape, place, now);
const flow = (state: string, startedAt = 0, page = '/') => ({ state, startedAt, page });
const withAll = (...flows: ReturnType<typeof flow>[]) =>
  flows.reduce<string | undefined>((sealed, one) => at(one.startedAt).with(sealed, one), undefined);

describe('the sign-ins begun in several tabs of a browser', () => {
  it('are each found by their state, in any order, and the fourth takes the place of the first', () => {
    const sealed = withAll(flow('a'), flow('b'), flow('c'));
    for (const state of ['b', 'a', 'c']) expect(at(1).of(sealed, state)).toEqual(flow(state));
    const more = at(1).with(sealed, flow('d'));
    expect(['a', 'b', 'c', 'd'].map((state) => at(1).of(more, state)?.state)).toEqual([
      undefined,
      'b',
      'c',
      'd',
    ]);
    for (const state of ['', 'x', 'aa', null]) expect(at(1).of(sealed, state)).toBeUndefined();
  });

  it('end one by one', () => {
    const sealed = at(1).without(withAll(flow('a'), flow('b')), 'a');
    expect(at(1).of(sealed, 'a')).toBeUndefined();
    expect(at(1).of(sealed, 'b')).toEqual(flow('b'));
    expect(at(1).of(at(1).without(sealed, 'nobody'), 'b')).toEqual(flow('b'));
    expect(at(1).without(sealed, 'b')).toBe('');
    expect(at(1).without(undefined, null)).toBe('');
  });

  it('last ten minutes each, also where the clock of another node is behind', () => {
    const sealed = withAll(flow('a', 0), flow('b', 400_000));
    expect(at(600_000).of(sealed, 'a')).toBeDefined();
    expect(at(600_001).of(sealed, 'a')).toBeUndefined();
    expect(at(600_001).of(sealed, 'b')).toBeDefined();
    expect(at(1_000_001).of(sealed, 'b')).toBeUndefined();
    expect(at(399_000).of(sealed, 'b')).toBeDefined();
  });

  it('fit a cookie, whatever the pages to return to', () => {
    const long = (state: string) => flow(state, 0, 'p'.repeat(1_400));
    const sealed = withAll(long('a'), long('b'), long('c')) ?? '';
    expect(sealed.length).toBeLessThan(4_000);
    expect(at(1).of(sealed, 'a')).toBeUndefined();
    for (const state of ['b', 'c']) expect(at(1).of(sealed, state)).toBeDefined();
  });

  it('are understood by the release before, and its own by this one', () => {
    const newest = shape.parse(JSON.parse(unseal(place, withAll(flow('a'), flow('b')) ?? '')));
    expect(newest).toEqual(flow('b'));
    expect(at(1).of(seal(place, JSON.stringify(flow('a'))), 'a')).toEqual(flow('a'));
  });

  it.each([
    ['nothing', undefined],
    ['an empty cookie', ''],
    ['what nobody sealed', 'x'.repeat(80)],
    ['what was sealed for something else', seal({ ...place, purpose: 'another' }, JSON.stringify(flow('a')))],
    ['another shape', seal(place, JSON.stringify({ state: 'a' }))],
    ['what is too long', 'x'.repeat(5_000)],
  ])('%s holds none', (_what, sealed) => {
    expect(at(1).of(sealed, 'a')).toBeUndefined();
    expect(at(1).of(at(1).with(sealed, flow('b')), 'b')).toEqual(flow('b'));
  });
});
