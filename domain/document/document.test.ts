import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acceptedFormats,
  appliesTo,
  checkFile,
  type DocumentSubject,
  documentMove,
  documentsFor,
  FILE_LIMIT,
  isRejectionComplete,
  isStageComplete,
  rejectionText,
  sizeProblem,
  sniff,
  stageProgress,
  takesFiles,
} from './index.ts';
import { USUAL_GRADUATION_SET } from './testing/usual-graduation-set.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const pdf = (middle = '') => bytes(`%PDF-1.7\n${middle}\ntrailer<</Size 1>>\nstartxref\n9\n%%EOF\n`);
const jpeg = bytes('\u00ff\u00d8\u00ff\u00e0\u0000\u0006JFIF\u00ff\u00da\u0000\u0002data\u00ff\u00d9');
const xlsx = bytes(
  'PK\u0003\u0004....................xx[Content_Types].xml xl/workbook.xml PK\u0005\u0006....',
);
const usual = acceptedFormats(false);

describe('file check', () => {
  it('recognises formats by content', () => {
    expect(
      [
        pdf(),
        jpeg,
        xlsx,
        bytes('<html>'),
        bytes('GIF89a%PDF-1.7'),
        bytes('PK\u0003\u0004[Content_Types].xml word/document.xml'),
      ].map(sniff),
    ).toEqual(['pdf', 'jpeg', 'xlsx', 'other', 'other', 'other']);
  });
  it.each([
    [pdf(), undefined],
    [jpeg, undefined],
    [Uint8Array.from([...jpeg, ...Array(5000).fill(7)]), undefined],
    [bytes('MZ'), 'Formato não aceito. Envie PDF ou JPEG.'],
    [bytes(''), 'O arquivo está vazio.'],
  ])('judges by content alone: number %$', (content, text) => {
    const verdict = checkFile(content, usual);
    expect(verdict.ok ? undefined : verdict.text).toBe(text);
  });
  it('accepts spreadsheets only for the discipline analysis', () => {
    expect(checkFile(xlsx, acceptedFormats(true))).toEqual({ ok: true, format: 'xlsx' });
    expect(checkFile(xlsx, usual)).toMatchObject({
      problem: 'FORMAT_NOT_ACCEPTED',
    });
  });
  it('allows 30 MiB and not a byte more', () => {
    expect(sizeProblem(FILE_LIMIT)).toBeUndefined();
    expect(sizeProblem(FILE_LIMIT + 1)).toBe('FILE_TOO_BIG');
  });
  it('never throws', () => {
    fc.assert(fc.property(fc.uint8Array(), (content) => typeof checkFile(content, usual).ok === 'boolean'));
  });
});

describe('states', () => {
  it('allows new files for a rejected document and none for an approved one', () => {
    expect(documentMove('rejected', 'file-added')).toBe('sent');
    expect(documentMove('approved', 'file-added')).toBeUndefined();
    expect(documentMove('pending', 'approve')).toBeUndefined();
    expect([takesFiles('approved'), takesFiles('rejected')]).toEqual([false, true]);
  });
  it('completes a stage by its required documents', () => {
    const documents = [
      { required: true, state: 'approved' },
      { required: true, state: 'waived' },
      { required: false, state: 'rejected' },
    ] as const;
    expect(isStageComplete(documents)).toBe(true);
    expect(isStageComplete([])).toBe(true);
    expect(isStageComplete([...documents, { required: true, state: 'sent' }])).toBe(false);
    expect(stageProgress(documents)).toEqual({ done: 2, total: 2 });
  });
  it('requires a note for "Outro"', () => {
    expect(rejectionText('unreadable')).toBe('Documento ilegível');
    expect(rejectionText('other', 'Faltou o verso')).toBe('Outro: Faltou o verso');
    expect(isRejectionComplete('other', ' ')).toBe(false);
  });
});

const candidate: DocumentSubject = {
  today: '2026-01-12',
  birthDate: '2003-05-10',
  nationality: 'BR',
  genderId: 1,
  documentType: 'cpf',
  hasCpf: true,
  ingressKind: 'online-essay',
  schoolType: 'public',
  applicationType: 'essay',
};
const asked = (changes: Partial<DocumentSubject>) =>
  documentsFor(USUAL_GRADUATION_SET, { ...candidate, ...changes })
    .filter(({ required }) => required)
    .map(({ code }) => code);

describe('required documents', () => {
  it('are seven for an adult Brazilian woman', () => {
    expect(asked({})).toEqual(['RG', 'CPF', 'CERTIDAO', 'HISTORICO', 'CERTIFICADO', 'RESIDENCIA', 'TITULO']);
  });
  it('include the military certificate for men of 18 to 45', () => {
    expect(asked({ genderId: 2 })).toContain('MILITAR');
    expect(asked({ genderId: 2, birthDate: '1980-01-12' })).not.toContain('MILITAR');
  });
  it("include the guardian's for minors, but not the voter card", () => {
    const minor = asked({ birthDate: '2009-03-15' });
    expect(minor).toContain('RESPONSAVEL');
    expect(minor).not.toContain('TITULO');
  });
  it('are RNE or passport for foreigners, and equivalence for schools abroad', () => {
    const foreign = asked({
      nationality: 'AR',
      hasCpf: false,
      documentType: 'passport',
      schoolType: 'abroad',
    });
    expect(foreign).toEqual(['RNE', 'CERTIDAO', 'HISTORICO', 'CERTIFICADO', 'EQUIVALENCIA', 'RESIDENCIA']);
  });
  it('depend on lists and ingress kinds', () => {
    expect(appliesTo({ ingressKind: ['exam-score', 'online-essay'] }, candidate)).toBe(true);
    expect(appliesTo({ ingressKind: 'document-analysis' }, candidate)).toBe(false);
    expect(appliesTo({ documentType: ['rne', 'passport'] }, candidate)).toBe(false);
    expect(appliesTo(undefined, candidate)).toBe(true);
  });
});
