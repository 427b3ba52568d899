import { ApiError } from '@orbita/client/errors.ts';
import { describe, expect, it } from 'vitest';
import { conflictIn } from './document.ts';

const refusal = (code: string, more: Record<string, unknown> = {}) =>
  new ApiError(409, { code, message: 'A frase do servidor.', ...more });

describe('a refusal of a decision', () => {
  it('says who decided what, if somebody did', () => {
    const error = refusal('STATE_CONFLICT', {
      state: 'approved',
      by: 'Caio Secretaria',
      at: '2026-01-12T10:00:00-03:00',
    });
    expect(conflictIn(error)).toMatchObject({
      code: 'STATE_CONFLICT',
      by: 'Caio Secretaria',
      state: 'approved',
    });
  });

  it("keeps the server's reason if nobody did", () => {
    const error = refusal('STATE_CONFLICT', { state: 'approved', status: 7 });
    expect(conflictIn(error)).toMatchObject({
      ...{ code: 'STATE_CONFLICT', by: '', at: '' },
      message: 'A frase do servidor.',
    });
  });

  it.each(['sent', 'pending'])('is a version conflict where the document still waits (%s)', (state) => {
    expect(conflictIn(refusal('STATE_CONFLICT', { state }))?.code).toBe('VERSION_CONFLICT');
  });

  it.each([refusal('OWN_FILE'), new Error('x')])('is undefined for anything else', (error) => {
    expect(conflictIn(error)).toBeUndefined();
  });
});
