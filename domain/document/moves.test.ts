import { describe, expect, it } from 'vitest';
import { DOCUMENT_LABELS, documentMove } from './index.ts';
import { USUAL_GRADUATION_SET } from './testing/usual-graduation-set.ts';

// Expected table, copied by hand from spec 15.1; a dot means "not allowed".
const MOVES = `
          file-added last-file-removed approve  reject   waive
pending   sent       .                 .        .        waived
sent      sent       pending           approved rejected waived
rejected  sent       pending           .        .        waived
approved  .          .                 .        .        .
waived    .          .                 .        .        .
`;
const [events = [], ...rows] = MOVES.trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/));

describe('every event on every state of a document', () => {
  const cases = rows.flatMap(([state, ...leads]) => leads.map((to, at) => [state, events[at], to] as const));
  it.each(cases)('%s, %s: %s', (state, event, to) => {
    expect(documentMove(state as 'sent', event as 'waive') ?? '.').toBe(to);
  });
});

it('every state has a label', () => {
  expect(rows.map(([state]) => DOCUMENT_LABELS[state as 'sent'])).toEqual([
    ...['Pendente', 'Em análise', 'Recusado', 'Aprovado', 'Dispensado'],
  ]);
});

it('the usual documents belong to the enrolment, and the photo is optional', () => {
  expect(USUAL_GRADUATION_SET.map(({ stage }) => stage)).toEqual(Array(12).fill('enrollment'));
  expect(USUAL_GRADUATION_SET.map(({ code }) => code)).toEqual([
    ...['RG', 'RNE', 'CPF', 'CERTIDAO', 'HISTORICO', 'CERTIFICADO', 'EQUIVALENCIA', 'RESIDENCIA'],
    ...['TITULO', 'MILITAR', 'RESPONSAVEL', 'FOTO'],
  ]);
  expect(USUAL_GRADUATION_SET.filter(({ required }) => !required).map(({ name }) => name)).toEqual([
    'Foto 3x4',
  ]);
  expect(USUAL_GRADUATION_SET.find(({ code }) => code === 'CPF')?.name).toBe('CPF');
});
