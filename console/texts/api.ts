export const apiTexts = {
  unavailable: 'Sistema indisponível. Tente mais tarde.',
  offline: 'Você está sem conexão.',
} as const;
