/** Saved filters (spec 25.3.4). */
export const filterTexts = {
  save: 'Salvar filtro',
  saving: 'Salvando…',
  name: 'Nome do filtro',
  nameMissing: 'Dê um nome ao filtro.',
  help: 'Ele aparece nesta tela e na busca, em qualquer aparelho seu.',
  taken: 'Já existe um filtro com este nome. Ele será trocado.',
  full: 'Você já tem 50 filtros. Apague um antes.',
  saved: 'Filtros salvos',
  remove: (name: string) => `Apagar o filtro ${name}`,
  command: (name: string, screen: string) => `Filtro ${name} em ${screen}`,
} as const;
