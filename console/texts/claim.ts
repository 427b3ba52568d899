import type { PersonName } from '@orbita/ui/person-name.ts';

/** Texts of every review about an item that this person may not decide now (spec 25.4.2, 25.4.3). */
export const claimTexts = {
  readOnly: (roles: string) => `Sua função não permite. Quem pode: ${roles}.`,
  takenBy: (name: PersonName, until: string) => `${name} está com este item até ${until}.`,
  takenFromYou: (name: PersonName) => `${name} assumiu este item.`,
  takeOver: 'Assumir',
  decidedBy: (name: PersonName, at: string) => `Este item foi decidido por ${name} às ${at}.`,
  changed: 'Este item mudou enquanto você olhava. Confira de novo antes de decidir.',
  checkAgain: 'Conferir de novo',
} as const;

/** Above an item opened from a queue (spec 25.4.2). */
export const barTexts = {
  back: (queue: string) => `Voltar para a fila: ${queue}`,
  next: 'Próximo',
  skip: 'Pular',
  giveBack: 'Soltar',
} as const;
