/** What is typed on S-30a besides the fields of the frame. */
export type CardValues = {
  holderName: string;
  holderDocument: string;
  /** The option's value; empty until one is chosen. */
  installments: string;
  consent: boolean;
};

export const NOTHING_TYPED: CardValues = {
  holderName: '',
  holderDocument: '',
  installments: '',
  consent: false,
};
