/** Texts of the copy controls. */
export const copyTexts = {
  copy: 'Copiar código',
  copied: 'Código copiado',
  refused: 'Não deu para copiar. Selecione o texto e copie.',
} as const;
