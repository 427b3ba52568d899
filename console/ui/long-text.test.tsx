import { globSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { problemsOf } from '../essay/mark.ts';
import { LongText, stopsAtLongText, tooLong } from './long-text.tsx';

const shown = (value: string, more: { most?: number; rows?: number; error?: string } = {}) =>
  renderToStaticMarkup(
    <LongText
      id="razao"
      label="Motivo"
      hint="A equipe lê."
      most={500}
      value={value}
      onType={() => undefined}
      {...more}
    />,
  );

describe('free text of the console', () => {
  it('is counted near its end, and says what is too long without cutting it', () => {
    expect(shown('a'.repeat(250))).not.toContain('Cab');
    expect(shown('a'.repeat(301))).toContain('Cabem mais 199 letras.');
    expect(shown('a'.repeat(499))).toContain('Cabe mais 1 letra.');
    const fits = shown(`${'a'.repeat(500)}  `, { rows: 3 });
    expect(fits).toContain('Cabem mais 0 letras.');
    expect(fits).not.toContain('data-too-long');
    const pasted = 'a'.repeat(1_234);
    for (const rows of [undefined, 3]) {
      const html = shown(pasted, { ...(rows ? { rows } : {}), error: 'Diga por quê.' });
      const said = 'São 1.234 letras e cabem 500. Encurte o texto. Nada foi cortado.';
      expect(html).toContain(said);
      expect(html).toContain(`data-too-long="${said}"`);
      expect(html).toContain('aria-invalid="true"');
      expect(html).toContain(pasted);
      expect(html).not.toMatch(/maxlength|Diga por|Cabem? mais/i);
    }
    expect([tooLong('a'.repeat(500), 500), tooLong(` ${'a'.repeat(500)} `, 500)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  describe('when it is sent', () => {
    afterEach(() => vi.unstubAllGlobals());
    const field = { focus: vi.fn(), dataset: { tooLong: 'Longo.' } };
    const root = (found: unknown) => ({ querySelector: () => found }) as unknown as ParentNode; // only what is asked of it

    it('takes the focus instead, in the dialog on top or in the page', () => {
      vi.stubGlobal('document', {
        ...root(null),
        querySelectorAll: () => [root(null), root(field)],
        activeElement: null,
      });
      expect(stopsAtLongText()).toBe(true);
      expect(field.focus).toHaveBeenCalledOnce();
      expect(stopsAtLongText(root(null))).toBe(false);
      vi.stubGlobal('document', { ...root(null), querySelectorAll: () => [], activeElement: null });
      expect(stopsAtLongText()).toBe(false);
    });
  });

  it('of a grade is judged with the grade', () => {
    const mark = {
      score: '640',
      competences: [],
      hasPlagiarism: false,
      feedback: 'a'.repeat(10_001),
      second: false,
    };
    const essay = { rubric: null, minScore: 200, state: 'waiting', subscriptionId: 1 } as never; // what the rules read
    expect(problemsOf(mark, essay)).toEqual({ feedback: 'Máximo de 10000 caracteres.' });
  });

  it('never has a limit of the browser, which cuts pasted text without a word', () => {
    const cut = globSync('{console,web,ui}/**/*.tsx')
      .filter((path) => !path.includes('node_modules'))
      .flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(/<(?:TextArea|textarea|LongText)\b([\s\S]*?)\/>/g)]
          .filter(([, attributes]) => /maxLength/i.test(attributes ?? ''))
          .map(([element]) => `${path}: ${element}`),
      );
    expect(cut).toEqual([]);
  });
});
