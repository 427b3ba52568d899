/** Words of the bars of the portal and of an application, and of the help in them. */
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
