import { describe, expect, it } from 'vitest';
import { addressOfList, EVERY, listBehind } from './list-address.ts';

describe('the way back to the list of documents (25.3.4)', () => {
  it('leads to the queue a document waits in', () => {
    expect(listBehind('', 'selection-documents')).toBe('/documentos?fila=selection-documents');
    expect(listBehind('?ies=CUA01', 'enrolment-documents')).toBe('/documentos?fila=enrolment-documents');
    expect(listBehind('', undefined)).toBe('/documentos');
  });

  it('leads to the filters of the list it was opened from', () => {
    const opened = addressOfList({ id: 7, fila: EVERY, situacao: 'rejected' });
    expect(opened).toBe('/documentos/7?fila=todos&situacao=rejected');
    expect(listBehind(opened.slice(opened.indexOf('?')), 'selection-documents')).toBe(
      '/documentos?fila=todos&situacao=rejected',
    );
  });

  it('accepts nothing from an address but its filters', () => {
    expect(listBehind('?fila=a%26b=1&x=2', undefined)).toBe('/documentos?fila=a%26b%3D1');
  });
});
