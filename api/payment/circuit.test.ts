import { describe, expect, it } from 'vitest';
import { ProviderUnavailable, ProviderUnknown } from '../platform/ports.ts';
import { createCircuit } from './circuit.ts';

describe('R10: circuit breaker', () => {
  it('opens after five failures and tries again afterwards', async () => {
    let now = 0;
    let calls = 0;
    let fails = true;
    const circuit = createCircuit('try', () => now);
    const call = () =>
      circuit(async () => {
        calls += 1;
        if (fails) throw new ProviderUnknown('silence');
        return 'answer';
      });
    for (let n = 0; n < 5; n += 1) await expect(call()).rejects.toBeInstanceOf(ProviderUnknown);
    await expect(call()).rejects.toBeInstanceOf(ProviderUnavailable);
    expect(calls).toBe(5);
    fails = false;
    now = 31_000;
    expect(await call()).toBe('answer');
    expect(await call()).toBe('answer');
  });

  /** A circuit breaker whose calls fail as given; `tried` counts those that were let through. */
  function tried() {
    const state = { now: 0, calls: 0 };
    const circuit = createCircuit('try', () => state.now);
    const call = (error?: Error) =>
      circuit(async () => {
        state.calls += 1;
        if (error) throw error;
      }).catch((caught: unknown) => caught);
    return { state, call };
  }
  const silence = () => new ProviderUnknown('silence');

  it('stays open for exactly half a minute, and then lets one call try', async () => {
    const { state, call } = tried();
    for (let n = 0; n < 5; n += 1) await call(new ProviderUnavailable('closed'));
    state.now = 29_999;
    expect(await call()).toMatchObject({ message: 'The provider is resting after repeated failures' });
    expect(state.calls).toBe(5);
    state.now = 30_000;
    // The second call is refused while the first one is being tried.
    const both = await Promise.all([call(silence()), call()]);
    expect([both[0], both[1]]).toMatchObject([
      { message: 'silence' },
      { message: expect.stringContaining('resting') },
    ]);
    expect(state.calls).toBe(6);
    state.now = 59_999;
    expect(await call()).toBeInstanceOf(ProviderUnavailable);
    state.now = 60_000;
    expect([await call(), await call(silence()), await call()]).toMatchObject([
      undefined,
      { message: 'silence' },
      undefined,
    ]);
  });

  it("counts only consecutive failures, and only the provider's", async () => {
    const { state, call } = tried();
    for (let n = 0; n < 4; n += 1) await call(silence());
    await call();
    for (let n = 0; n < 4; n += 1) await call(silence());
    for (let n = 0; n < 5; n += 1) expect(await call(new RangeError('ours'))).toBeInstanceOf(RangeError);
    expect(state.calls).toBe(14);
    await call(silence());
    expect(await call()).toBeInstanceOf(ProviderUnavailable);
    expect(state.calls).toBe(15);
  });
});
