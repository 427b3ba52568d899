import { describe, expect, it } from 'vitest';
import {
  appliesTo,
  type DocumentSubject,
  isRejectionComplete,
  isStageComplete,
  rejectionInSentence,
  rejectionText,
  stageProgress,
  takesFiles,
} from './index.ts';

const STATES = ['pending', 'sent', 'approved', 'rejected', 'waived'] as const;

it('files may be added and removed until the document is closed', () => {
  expect(STATES.filter(takesFiles)).toEqual(['pending', 'sent', 'rejected']);
});

it('a stage counts what is required and done', () => {
  const all = STATES.flatMap((state) => [
    { required: true, state },
    { required: false, state },
  ]);
  expect(stageProgress(all)).toEqual({ done: 2, total: 5 });
  expect(STATES.filter((state) => isStageComplete([{ required: true, state }]))).toEqual([
    'approved',
    'waived',
  ]);
  expect(STATES.every((state) => isStageComplete([{ required: false, state }]))).toBe(true);
});

describe('a rejection', () => {
  it.each([
    ['unreadable', undefined, true, 'Documento ilegível'],
    ['unreadable', 'borrado', true, 'Documento ilegível'],
    ['other', 'borrado ', true, 'Outro: borrado'],
    ['other', '  ', false, 'Outro:'],
    ['other', null, false, 'Outro:'],
    ['other', undefined, false, 'Outro:'],
  ] as const)('%s with %s is complete: %s', (reason, note, complete, text) => {
    expect([isRejectionComplete(reason, note), rejectionText(reason, note)]).toEqual([complete, text]);
  });

  it.each([
    ['unreadable', null, 'Documento ilegível'],
    ['other', 'Faltou o verso.', 'Outro: Faltou o verso'],
    ['other', 'Não dá para ler... ', 'Outro: Não dá para ler'],
    ['other', '...', 'Outro:'],
  ] as const)('%s with %s has no full stop inside a sentence', (reason, note, text) => {
    expect(rejectionInSentence(reason, note)).toBe(text);
  });
});

describe('the people a document rule applies to', () => {
  const subject: DocumentSubject = {
    ...{ nationality: null, documentType: 'cpf', genderId: 1, birthDate: '2008-01-12', today: '2026-01-12' },
    ...{ hasCpf: true, ingressKind: 'online-essay', schoolType: 'public', applicationType: 'graduation' },
  } as never;
  it.each([
    [{ minAge: 18 }, true],
    [{ minAge: 19 }, false],
    [{ maxAge: 18 }, true],
    [{ maxAge: 17 }, false],
    [{ minor: false }, true],
    [{ minor: true }, false],
    [{ nationality: 'BR' }, true],
    [{ nationality: 'foreign' }, false],
    [{ nationality: 'PT' }, false],
    [{ documentType: ['rne', 'cpf'] }, true],
    [{ hasCpf: false }, false],
    [{ schoolType: 'private' }, false],
    [{ minAge: 18, hasCpf: false }, false],
    [{}, true],
  ])('%j: %s', (when, concerned) => {
    expect(appliesTo(when as never, subject)).toBe(concerned);
  });
});
