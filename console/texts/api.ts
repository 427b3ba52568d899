/** What the team reads when no answer came. */
export const apiTexts = {
  offline: 'Você está sem conexão.',
  silent: 'O sistema não respondeu. Tente de novo em instantes.',
} as const;
