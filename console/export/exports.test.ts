import { describe, expect, it } from 'vitest';
import { type ExportJob, isUnderWay, shareOf, stateText, wishOf } from './exports.ts';

const job: ExportJob = {
  ...{ id: 71, list: 'subscriptions', format: 'csv', state: 'running', rows: 5000, estimated: 12_400 },
  ...{ query: { state: '6' }, columns: ['number', 'name'], reason: 'Ligar', expiresAt: null },
  createdAt: '2026-01-12T10:00:00-03:00',
};
const hour = (at: string) => at.slice(11, 16);

describe('the status of a file', () => {
  it.each<[ExportJob['state'], string]>([
    ['waiting', 'Na fila'],
    ['running', 'Preparando… 5.000 de cerca de 12.400 linhas'],
    ['ready', 'Pronto até 11:00.'],
    ['failed', 'Não foi possível gerar o arquivo.'],
    ['cancelled', 'Cancelado.'],
    ['expired', 'O arquivo expirou. Gere outro.'],
  ])('%s', (state, text) => {
    expect(stateText({ ...job, state, expiresAt: '2026-01-13T11:00:00-03:00' }, hour)).toBe(text);
  });

  it('shows no number of rows before one is known', () => {
    expect(stateText({ ...job, estimated: null }, hour)).toBe('Preparando…');
  });

  it('never shows 100 % before the file exists', () => {
    expect(shareOf({ rows: 0, estimated: null })).toBe(0);
    expect(shareOf({ rows: 5000, estimated: 12_400 })).toBe(40);
    expect(shareOf({ rows: 12_400, estimated: 12_400 })).toBe(99);
    expect(shareOf({ rows: 0, estimated: 0 })).toBe(0);
  });

  it('is active while it waits or is being made', () => {
    const open = (['waiting', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const).filter(
      (state) => isUnderWay({ state }),
    );
    expect(open).toEqual(['waiting', 'running']);
  });
});

it('a failed file is requested again with the same options', () => {
  expect(wishOf({ ...job, state: 'failed' })).toEqual({
    ...{
      list: 'subscriptions',
      query: { state: '6' },
      format: 'csv',
      columns: ['number', 'name'],
      reason: 'Ligar',
    },
  });
});
