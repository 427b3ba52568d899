import { describe, expect, it } from 'vitest';
import { summaryText } from './summary-text.ts';

describe('summaryText', () => {
  it('names a question without its question mark', () => {
    expect(summaryText('Como prefere agendar?', 'Obrigatório.')).toBe('Como prefere agendar: obrigatório.');
  });

  it('names the field once', () => {
    expect(summaryText('Nome completo', 'Informe Nome e Sobrenome.')).toBe(
      'Nome completo: informe Nome e Sobrenome.',
    );
    expect(summaryText('CPF', 'Obrigatório.')).toBe('CPF: obrigatório.');
    expect(summaryText('CPF', 'CPF inválido.')).toBe('CPF inválido.');
    expect(summaryText('Senha', 'A senha deve ter no mínimo 8 caracteres.')).toBe(
      'Senha: a senha deve ter no mínimo 8 caracteres.',
    );
    expect(summaryText('Nº do RNE/RNM', 'RNE inválido.')).toBe('Nº do RNE/RNM: RNE inválido.');
    expect(summaryText(undefined, 'Confira os campos.')).toBe('Confira os campos.');
  });
});
