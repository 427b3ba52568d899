import { afterEach, describe, expect, it, vi } from 'vitest';
import { compileContract } from './compile.ts';
import { samplesOf } from './sample.ts';

const makeInThread = vi.fn();
vi.mock('./pdf-in-thread.ts', async (original) => {
  const real = await original<typeof import('./pdf-in-thread.ts')>();
  makeInThread.mockImplementation(real.makeInThread);
  return { ...real, makeInThread };
});
const { paperProblem } = await import('./try-text.ts');

let keys = 0;
const problemOf = (html: string, key = `k${++keys}`) => paperProblem(1, { title: 'Contrato', html, key });
const UNEVEN = `<p>{{candidate.name}} {{^guardian}}maior{{/guardian}}</p><table><caption>Planos</caption>
  <tr><td>um</td></tr><tr><td rowspan="2">dois</td><td>três</td><td>quatro</td></tr>
  {{#plans}}<tr><td>{{description}}</td><td>{{total}}</td></tr>{{/plans}}</table>`;

afterEach(() => makeInThread.mockClear());

describe('a contract text of the catalogue', () => {
  it('is rendered with every value and with none, and read back', { timeout: 60_000 }, async () => {
    const samples = samplesOf(compileContract(UNEVEN).parts ?? []);
    expect(samples.map((sample) => sample.includes('maior'))).toEqual([false, true]);
    expect(samples[0]?.match(/Exemplo de total\b/g)).toHaveLength(3);
    expect(await problemOf(UNEVEN, 'uneven')).toBeUndefined();
    expect(makeInThread).toHaveBeenCalledTimes(2);
    expect(await problemOf(UNEVEN, 'uneven')).toBeUndefined();
    expect(makeInThread).toHaveBeenCalledTimes(2);
  });

  it('that is not read back whole is refused with the place, and tried again the next time', async () => {
    const lost = { after: 'a multa é', wanted: '2%', found: 'por mês' };
    makeInThread.mockResolvedValueOnce({ lost });
    expect(await problemOf('<p>x</p>', 'lost')).toBe(
      'o PDF não traz o texto inteiro: depois de "a multa é" falta "2%" e vem "por mês"',
    );
    makeInThread.mockResolvedValueOnce({ failure: 'it took more than 60 s' });
    expect(await problemOf('<p>x</p>', 'lost')).toContain('não dá um PDF (it took more than 60 s)');
  });

  it('that cannot be compiled at all is judged elsewhere', async () => {
    expect(await problemOf('{{#plans}}')).toBeUndefined();
    expect(makeInThread).not.toHaveBeenCalled();
  });
});
