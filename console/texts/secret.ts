/** What is shown only once. */
export const secretTexts = {
  help: 'Copie agora e guarde em lugar seguro. Não será mostrado outra vez.',
  copy: 'Copiar',
  copied: 'Copiado.',
  notCopied: 'Não deu para copiar. Marque o texto e copie você.',
  close: 'Já copiei',
} as const;
