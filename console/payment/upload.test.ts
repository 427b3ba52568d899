import { describe, expect, it } from 'vitest';
import { base64Of } from '../base/base64.ts';
import { countsText, outcomeText } from './outcomes.ts';
import { fileProblem } from './upload-dialog.tsx';

describe('a bank file', () => {
  it('keeps every byte in transit, including NUL, Latin 1 and byte order marks', () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_none, at) => at % 256);
    expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect(base64Of(new Uint8Array())).toBe('');
  });

  it.each([
    [undefined, 'Escolha o arquivo.'],
    [0, 'O arquivo está vazio.'],
    [5 * 1024 * 1024, 'O arquivo passa de 2,5 MB. Um retorno tem no máximo 10.000 linhas.'],
    [2_500_000, undefined],
  ])('of %s bytes: %s', (size, problem) => {
    expect(fileProblem(size === undefined ? undefined : { size })).toBe(problem);
  });

  it('shows the outcome of its lines, also for unknown outcomes', () => {
    expect(countsText({ applied: 3, 'unknown-number': 1 })).toBe('3 registrado, 1 não é daqui');
    expect(countsText({})).toBe('Nenhuma linha de boleto.');
    expect(outcomeText('toString')).toBe('Só anotado');
  });
});
