import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetInTab } from '../ui/tab-store.ts';
import { forgetMark, type Kept, keepMark, keptMark } from './kept.ts';
import { NO_MARK } from './mark.ts';
import { lineOf } from './send-line.tsx';

/** A tab's storage as browsers implement it: its entries are its own properties. */
function tab(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
    get length() {
      return Object.keys(this).length;
    },
    key(this: object, at: number) {
      return Object.keys(this)[at] ?? null;
    },
  };
  return Object.create(methods) as Storage;
}

let storage: Storage;
beforeEach(() => {
  storage = tab();
  vi.stubGlobal('sessionStorage', storage);
});
afterEach(() => vi.unstubAllGlobals());

const kept: Kept = {
  mark: { ...NO_MARK, score: '640', feedback: 'Boa tese.', competences: [40, null] },
  changedAt: 5,
};
const sending = {
  key: 'k',
  body: {
    score: 640,
    hasPlagiarism: false,
    feedback: 'Boa tese.',
    competences: null,
    version: 1,
    secondGrade: false,
  },
};

describe('the mark kept in the tab', () => {
  it('is restored unchanged, for the same person and essay only', () => {
    keepMark(1, 7, { ...kept, sending });
    expect(keptMark(1, 7)).toEqual({ ...kept, sending });
    expect(keptMark(2, 7)).toBeUndefined();
    expect(keptMark(1, 8)).toBeUndefined();
    forgetMark(1, 7);
    expect(keptMark(1, 7)).toBeUndefined();
  });

  it('is removed when the person leaves, and nothing else is', () => {
    storage.setItem('de-outro', 'fica');
    keepMark(1, 7, kept);
    keepMark(1, 8, kept);
    forgetInTab();
    expect(Object.keys(storage)).toEqual(['de-outro']);
  });

  it.each([
    'null',
    '7',
    '{}',
    '{"mark":{},"changedAt":1}',
    '{"mark":{"score":"1","feedback":"","competences":["x"]},"changedAt":1}',
    '{"mark":{"score":"1","feedback":"","competences":[]},"changedAt":"x"}',
    'kaputt',
  ])('is ignored when damaged: %s', (broken) => {
    storage.setItem('equipe.aba.nota.1.7', broken);
    expect(keptMark(1, 7)).toBeUndefined();
  });

  it('loses a damaged pending submission, but not the mark', () => {
    storage.setItem('equipe.aba.nota.1.7', JSON.stringify({ ...kept, sending: { key: 1 } }));
    expect(keptMark(1, 7)).toEqual({ ...kept, sending: undefined });
  });

  it('lasts as long as the page where storage is unavailable, without an error', () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new Error('closed');
      },
      setItem: () => {
        throw new Error('full');
      },
    });
    keepMark(1, 7, kept);
    expect(keptMark(1, 7)).toEqual({ ...kept, sending: undefined });
    forgetInTab();
    expect(keptMark(1, 7)).toBeUndefined();
  });
});

describe('the status above the decision', () => {
  const at = '2026-01-12T10:31:08-03:00';
  const typed = { state: 'saved', at } as const;
  const base = {
    sending: { is: 'no' },
    saved: { state: 'idle', at: undefined },
    offline: false,
    registered: undefined,
  } as const;
  const OFFLINE = 'Sem conexão. A nota está guardada nesta aba e será enviada.';
  const SILENT = 'O sistema não respondeu. A nota está guardada nesta aba e será enviada.';
  it.each<[string, Partial<Parameters<typeof lineOf>[0]>, string]>([
    ['nothing was typed', {}, ''],
    ['nothing was typed, and there is no line', { offline: true }, ''],
    ['a change is seconds old', { saved: { state: 'waiting', at } }, 'Salvando…'],
    ['the server has it', { saved: typed }, 'Rascunho salvo às 10:31:08'],
    ['the line fell after that', { saved: typed, offline: true }, OFFLINE],
    ['the draft found no answer', { saved: { state: 'offline', at } }, SILENT],
    ['the draft found no line', { saved: { state: 'offline', at }, offline: true }, OFFLINE],
    ['the server failed', { saved: { state: 'failed', at } }, 'O rascunho está guardado só nesta aba.'],
    ['the mark is on its way', { saved: typed, sending: { is: 'sending', waits: false } }, 'Registrando…'],
    [
      'the mark waits for the line',
      { saved: typed, offline: true, sending: { is: 'sending', waits: true } },
      OFFLINE,
    ],
    [
      'the one before was registered',
      { registered: { at: Date.parse(at), state: 'graded' } },
      'Nota registrada às 10:31.',
    ],
    [
      'the one before was registered and this one was begun before',
      { saved: typed, registered: { at: Date.parse(at), state: 'graded' } },
      'Nota registrada às 10:31.',
    ],
    [
      'it waits for a second one',
      { registered: { at: Date.parse(at), state: 'second-grade' } },
      'Nota registrada às 10:31. Falta a segunda correção.',
    ],
  ])('when %s', (_what, known, text) => {
    expect(lineOf({ ...base, ...known }).text).toBe(text);
  });
});
