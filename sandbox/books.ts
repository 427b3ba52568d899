import type { AcquirerProvider } from '@orbita/domain/tenancy';
import { realNow } from './clock.ts';
import type { ReceivedPix } from './psp/types.ts';
import type { World } from './world.ts';

/** A provider's record of one charge; amounts in cents. */
export interface BookEntry {
  provider: 'pix' | 'slip' | AcquirerProvider;
  /** The product's own identifier of the charge. */
  reference: string;
  /** Whether a payer could pay it now. */
  open: boolean;
  received: number[];
  /** Refunded amount, without pending and refused refunds. */
  returned: number;
}

const centsOf = (text: string): number => Math.round(Number(text) * 100);
const sum = (cents: readonly number[]): number => cents.reduce((all, one) => all + one, 0);

const returnedOf = ({ devolucoes = [] }: ReceivedPix): number =>
  sum(
    devolucoes.filter((one) => !one.refused && one.settlesAt <= realNow()).map(({ valor }) => centsOf(valor)),
  );

const pixEntry = ({ txid, pix }: { txid: string; pix: ReceivedPix[] }, open: boolean): BookEntry => ({
  provider: 'pix',
  reference: txid,
  open,
  received: pix.map(({ valor }) => centsOf(valor)),
  returned: sum(pix.map(returnedOf)),
});

/** The records of all payment providers. */
export const booksOf = ({ psp, bank, acquirers }: World): BookEntry[] => [
  ...psp.charges().map((one) => pixEntry(one, psp.isOpen(one))),
  ...psp.due.list().map((one) => pixEntry(one, psp.due.isOpen(one))),
  ...psp.cobrs.list().map((one) => pixEntry(one, false)),
  ...bank.slips().map(
    (slip): BookEntry => ({
      provider: 'slip',
      reference: slip.terms.seuNumero,
      open: ['EM_PROCESSAMENTO', 'A_RECEBER', 'ATRASADO'].includes(bank.situation(slip)),
      received: slip.paid ? [slip.paid.cents] : [],
      returned: 0,
    }),
  ),
  ...acquirers.payments().map(
    ({ provider, orderId, captured, givenBack }): BookEntry => ({
      provider,
      reference: orderId,
      open: false,
      received: captured > 0 ? [captured] : [],
      returned: givenBack,
    }),
  ),
];
