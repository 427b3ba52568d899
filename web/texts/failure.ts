/** What S-43 says, with and without the router. */
export const failureTexts = {
  errorTitle: 'Algo deu errado aqui. Tente mais tarde.',
  errorHelp: 'O que você já enviou está guardado.',
  retry: 'Tentar de novo',
} as const;
