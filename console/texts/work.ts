/** E-01 (spec 25.5). */
export const homeTexts = {
  nothing: 'Nada esperando por você agora.',
  nothingHelp: 'Quando algo chegar, ele aparece aqui.',
} as const;
