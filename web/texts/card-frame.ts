/** Texts around the frame of the card fields (spec 14.6, S-30a). */
export const cardFrameTexts = {
  title: 'Dados do cartão',
  loading: 'Carregando o cartão',
  challenge: 'Confirmação do banco do cartão',
  unavailable: 'Sistema indisponível. Tente mais tarde.',
};
