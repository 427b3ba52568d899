/** What is typed on S-30a beside the fields of the frame. */
export type CardValues = {
  holderName: string;
  holderDocument: string;
  /** As the list has it; empty until it is chosen. */
  installments: string;
  consent: boolean;
};

export const NOTHING_TYPED: CardValues = {
  holderName: '',
  holderDocument: '',
  installments: '',
  consent: false,
};
