import { uiTexts } from '@orbita/ui/texts.ts';
import { describe, expect, it, vi } from 'vitest';
import { idempotencyKeys } from './idempotency-keys.ts';
import { pollWait, remainingOf } from './remaining.ts';

vi.mock('@orbita/client/server-clock.ts', () => ({ setServerTime: () => undefined }));
vi.mock('../base/settings.ts', () => ({ settings: { tenant: { alias: 'alfa', id: '1' } }, BASE: '' }));
const { ApiError, NetworkError } = await import('@orbita/client/errors.ts');
const { chargeText } = await import('./use-charge.ts');

describe('idempotency key', () => {
  const make = () => {
    let count = 0;
    return idempotencyKeys(() => `k${++count}`);
  };
  const body = { priceId: 611, method: 'pix' };

  it('stays until an answer comes, then changes', () => {
    const keys = make();
    expect(keys.keyFor(body)).toBe('k1');
    expect(keys.keyFor({ ...body })).toBe('k1');
    keys.answered();
    expect(keys.keyFor(body)).toBe('k2');
  });
  it('belongs to one choice', () => {
    const keys = make();
    keys.keyFor(body);
    expect(keys.keyFor({ ...body, replace: true })).toBe('k2');
  });
});

describe('the remaining time of a code', () => {
  const created = '2026-01-12T10:45:00-03:00';
  const expires = '2026-01-12T11:45:00-03:00';
  const at = (text: string) => remainingOf(Date.parse(`${text}-03:00`), created, expires);

  it('counts down and stops at zero', () => {
    expect(at('2026-01-12T10:45:00')).toBe(3_600_000);
    expect(at('2026-01-12T11:46:00')).toBe(0);
  });
  it('is unknown with an impossible clock', () => {
    expect(at('2026-01-12T07:45:00')).toBeUndefined();
    expect(at('2026-11-21T10:45:00')).toBeUndefined();
  });
  it('polls less and less often', () => {
    const waits = Array.from({ length: 12 }, (_, answers) => pollWait(answers));
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBe(30_000);
  });
});

describe('the message of a failed creation', () => {
  it('distinguishes a lost answer from an outage of Pix', () => {
    expect(chargeText(new NetworkError(uiTexts), 'pix')).toBe(
      'Não recebemos a resposta. Tente de novo: nada é cobrado duas vezes.',
    );
    expect(chargeText(new ApiError(503, { code: 'PROVIDER_UNAVAILABLE' }), 'pix')).toBe(
      'Não foi possível gerar a chave Pix. Tente de novo.',
    );
    const refused = new ApiError(422, { code: 'METHOD_UNAVAILABLE', message: 'Forma indisponível.' });
    expect(chargeText(refused, 'pix')).toBe('Forma indisponível.');
  });
});
