/** Shown to the team when no answer arrived. */
export const apiTexts = {
  offline: 'Você está sem conexão.',
  silent: 'O sistema não respondeu. Tente de novo em instantes.',
} as const;
