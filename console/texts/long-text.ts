/** Texts of a field for free text that counts its characters. */
export const longTextTexts = {
  left: (count: number) =>
    count === 1 ? 'Cabe mais 1 letra.' : `Cabem mais ${count.toLocaleString('pt-BR')} letras.`,
  tooLong: (length: number, most: number) =>
    `São ${length.toLocaleString('pt-BR')} letras e cabem ${most.toLocaleString('pt-BR')}. Encurte o texto. Nada foi cortado.`,
};
