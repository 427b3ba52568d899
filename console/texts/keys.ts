/** Names of keys in the "?" list and in the palette (spec 25.3.3, 25.3.5). */
export const keysTexts = {
  everywhere: 'Em toda parte',
  lists: 'Listas',
  item: 'Item da fila',
  search: 'Buscar',
  list: 'Lista de atalhos',
  goTo: (title: string) => `Ir para ${title}`,
  title: 'Atalhos do teclado',
  hint: 'Atalhos de uma tecla não valem enquanto você escreve em um campo.',
  off: 'Os atalhos de uma tecla estão desligados. Ligue no menu da sua conta.',
  close: 'Fechar',
  nextRow: 'Próxima linha',
  previousRow: 'Linha anterior',
  openRow: 'Abrir',
  selectRow: 'Escolher',
  selectRange: 'Escolher até aqui',
} as const;

export const paletteTexts = {
  title: 'Buscar ou ir para',
  label: 'Nome, CPF, e-mail, celular, número ou tela',
  commandLabel: 'Nome da tela ou do comando',
  number: (id: number) => `nº ${id}`,
  commands: 'Comandos',
  results: 'Pessoas',
  none: 'Ninguém encontrado.',
  noCommand: 'Nenhum comando com este nome.',
  many: 'Muitos resultados. Escreva mais.',
  searching: 'Buscando…',
} as const;
