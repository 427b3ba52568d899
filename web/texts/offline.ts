/** Texts of the page that replaces the editor while offline (spec 10.9). */
export const offlineTexts = {
  title: 'Você está sem conexão',
  silent: 'O sistema não respondeu',
  keep: 'Pode escrever: o texto fica neste aparelho e vai sozinho quando a conexão voltar.',
  until: (time: string) => `Seu tempo acaba às ${time}.`,
  running: 'Seu tempo continua correndo.',
  essayTitle: 'Título',
  essay: 'Redação',
  finish: 'Para finalizar, espere a conexão.',
  notKept: 'Não dá para guardar o texto aqui. Deixe a tela aberta.',
  none: 'Não há texto guardado neste aparelho. O que você salvou está com a gente.',
  back: 'Quando a conexão voltar, você segue daqui.',
  retry: 'Tentar de novo',
  trying: 'Tentando…',
} as const;
