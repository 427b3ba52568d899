import type { ParameterLevel } from '@orbita/domain/tenancy';
import { describe, expect, it } from 'vitest';
import { rowOf, set } from '../../testing/state-row.ts';
import { otherKindsOf, settingsReader } from './facts.ts';

describe('settings', () => {
  it('apply from the most specific level, each separately', () => {
    const read = (...levels: ParameterLevel[]) =>
      settingsReader(levels.map((level, n) => set('EssayMaxAttempts', n + 1, level)))('EssayMaxAttempts');
    expect(read()).toBe(3);
    expect(read('tenant')).toBe(1);
    expect(read('tenant', 'host')).toBe(2);
    expect(read('institution', 'tenant', 'host')).toBe(1);
    expect(read('tenant', 'host', 'institution', 'offer')).toBe(4);
    const both = settingsReader([set('EssayMaxAttempts', 5), set('ManualPaymentEnabled', true)]);
    expect([both('EssayMaxAttempts'), both('ManualPaymentEnabled')]).toEqual([5, true]);
  });

  it("of another offer's exam apply to that offer only", () => {
    const offered = (enem: unknown, own?: boolean) =>
      otherKindsOf(
        rowOf({
          settings: own === undefined ? [] : [set('EnemCheckEnabled', own)],
          other_kinds: [
            { kind: 'exam-score', enem },
            { kind: 'online-essay', enem: false },
            { kind: 'online-essay', enem: null },
          ],
        }),
      );
    for (const enem of [true, 'true']) expect(offered(enem)).toEqual(['exam-score', 'online-essay']);
    expect(offered(null, true)).toEqual(['exam-score', 'online-essay']);
    for (const enem of [false, 'false', null]) expect(offered(enem)).toEqual(['online-essay']);
    expect(offered(false, true)).toEqual(['online-essay']);
  });
});
