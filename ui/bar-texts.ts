/** Texts of the portal's and an application's bar, and of the help inside them. */
export const barTexts = {
  details: 'Ver detalhes do curso',
  more: 'Mais opções',
  account: 'Abrir menu da conta',
  help: 'Ajuda',
  helpPlace: 'Ajuda',
  helpTitle: 'Problemas com a matrícula?',
  dismissHelp: 'Dispensar ajuda',
  openHelp: 'Abrir ajuda',
} as const;
