/** Texts of every dialog. */
export const dialogTexts = {
  cancel: 'Cancelar',
} as const;
