import { describe, expect, it } from 'vitest';
import { mayChangeNote, timelineTexts } from './index.ts';

describe("the team's timeline of an application (spec 25.6.1)", () => {
  it.each([
    [['email'], 'Contato corrigido: e-mail'],
    [['cellPhone', 'name'], 'Contato corrigido: celular e nome civil'],
    [['name', 'birthDate', 'cpf'], 'Dados corrigidos: nome civil, data de nascimento e CPF'],
    [['rne', 'passport'], 'Dados corrigidos: RNE e passaporte'],
    [['rg', 'rgIssuer', 'rgState'], 'Dados corrigidos: RG, órgão emissor e UF do RG'],
    [['futureField'], 'Dados corrigidos: futureField'],
  ])('a correction of %j', (fields, text) => {
    expect(timelineTexts.corrected(fields)).toBe(text);
  });

  it('the contact that gets codes again after a correction', () => {
    expect(timelineTexts.released(['email', 'cellPhone'])).toBe(
      'Códigos liberados para o contato corrigido: e-mail e celular',
    );
  });

  it.each([
    ['slip', 'tax', 'boleto, taxa de inscrição'],
    ['credit-card', 'enrollment', 'cartão de crédito, matrícula'],
    ['pix', 'tax', 'Pix, taxa de inscrição'],
    ['automatic-pix', 'enrollment', 'Pix Automático, matrícula'],
    ['manual', 'tax', 'na instituição, taxa de inscrição'],
    ['waived', 'tax', 'sem valor, taxa de inscrição'],
    ['later-method', 'later-purpose', 'later-method, later-purpose'],
  ])('a charge by %s for %s', (method, purpose, words) => {
    expect(timelineTexts.charged(25_000, method, purpose)).toBe(`Cobrança de R$ 250,00, ${words}`);
  });

  it.each([
    ['continue', 'continuar'],
    ['payment', 'pagar'],
    ['documents', 'enviar documentos'],
    ['later', 'later'],
  ])('a link to %s', (purpose, words) => {
    expect(timelineTexts.linkSent(purpose)).toBe(`Link de acesso criado: ${words}`);
    expect(timelineTexts.linkRevoked(purpose)).toBe(`Link de acesso cancelado: ${words}`);
  });

  it('a grade without and with its score, 0 included', () => {
    expect(timelineTexts.essayGraded(2)).toBe('Redação, tentativa 2: corrigida');
    expect(timelineTexts.essayGraded(1, 0)).toBe('Redação, tentativa 1: corrigida, nota 0');
  });
});

it('a note can be changed for fifteen minutes, including the last moment (spec 25.6.3)', () => {
  const written = new Date('2026-01-12T10:00:00.000Z');
  expect(mayChangeNote(written, written)).toBe(true);
  expect(mayChangeNote(written, new Date('2026-01-12T10:15:00.000Z'))).toBe(true);
  expect(mayChangeNote(written, new Date('2026-01-12T10:15:00.001Z'))).toBe(false);
});
