/** Generic pt-BR texts of the library. Anything about a page comes in as a prop. */
export const uiTexts = {
  optional: '(opcional)',
  show: 'Mostrar',
  hide: 'Ocultar',
  close: 'Fechar',
  edit: 'Editar',
  back: 'Voltar',
  tryAgain: 'Tentar de novo',
  trying: 'Tentando…',
  offline: 'Você está sem conexão. Verifique sua internet.',
  silent: 'O sistema não respondeu. O que você digitou continua aqui. Tente de novo em instantes.',
  fixFields: (count: number) => `Corrija ${count} ${count === 1 ? 'campo' : 'campos'} para continuar`,
  skip: 'Pular para o conteúdo',
  met: ', cumprido',
  missing: ', falta',
  homePage: ', página inicial',
  loading: 'Carregando…',
} as const;
