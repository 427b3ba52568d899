import type { DocumentState } from '@orbita/domain/document';
import { describe, expect, it } from 'vitest';
import { documentTexts as t } from '../texts/document.ts';
import { afterAll } from './after-all.ts';

type Row = Parameters<typeof afterAll>[0][number];
const row = (id: number, state: DocumentState, more: Partial<Row> = {}): Row => ({
  id,
  state,
  stage: 'enrollment',
  required: true,
  coveredBy: null,
  ...more,
});
const after = (rows: readonly Row[], ...chosen: number[]) => afterAll(rows, new Set(chosen));

describe('after approving several documents', () => {
  it.each([
    ['the last ones: the stage is complete', [row(1, 'sent'), row(2, 'sent'), row(3, 'approved')], 0, true],
    ['another one is still missing', [row(1, 'sent'), row(2, 'sent'), row(3, 'pending')], 1, false],
    [
      'what they cover is waived',
      [row(1, 'sent'), row(2, 'sent'), row(3, 'pending', { coveredBy: 1 })],
      0,
      true,
    ],
    [
      'what another one covers is not',
      [row(1, 'sent'), row(2, 'sent'), row(3, 'pending', { coveredBy: 4 }), row(4, 'sent')],
      2,
      false,
    ],
    [
      'nothing was missing before, so nothing is completed',
      [row(1, 'sent', { required: false }), row(2, 'sent', { required: false }), row(3, 'approved')],
      0,
      false,
    ],
    [
      'what another stage lacks does not count',
      [row(1, 'sent'), row(2, 'sent'), row(3, 'pending', { stage: 'selection' })],
      0,
      true,
    ],
  ] as const)('%s', (_what, rows, missing, completes) => {
    expect(after(rows, 1, 2)).toEqual({ missing, completes });
  });

  it('the question states the true consequence', () => {
    expect(t.afterAll({ missing: 1, completes: false })).toBe('Depois disso, ainda falta 1 obrigatório.');
    expect(t.afterAll({ missing: 2, completes: false })).toBe('Depois disso, ainda faltam 2 obrigatórios.');
    expect(t.afterAll({ missing: 0, completes: true })).toBe(
      'São os últimos que faltavam. Aprovar conclui a etapa.',
    );
    expect(t.afterAll({ missing: 0, completes: false })).toBe('A etapa continua como está.');
  });
});
