import type { CardFrameTexts } from '@orbita/protocol/payment';

/** Texts of the card fields (spec 14.6, S-30a). */
export const FIELD_TEXTS: CardFrameTexts = {
  number: 'Número do cartão',
  expiry: 'Validade',
  expiryHint: 'Mês e ano: MM/AA',
  cvv: 'CVV',
  cvvHint: 'Código de segurança',
  challenge: 'Confirmação do banco',
  cancel: 'Cancelar',
};
