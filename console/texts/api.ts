export const apiTexts = {
  unavailable: 'Sistema indisponível. Tente mais tarde.',
  offline: 'Você está sem conexão.',
  silent: 'O sistema não respondeu. Tente de novo em instantes.',
} as const;
