import { type BankProvider, isAcquirer } from '@orbita/domain/tenancy';
import { z } from 'zod';
import { ACQUIRER } from './acquirer-list.ts';
import { interNotices } from './inter/notices.ts';
import { listIn, type NoticeReader, ownReference, reader, words } from './notice-reader.ts';

// API Pix posts several received Pix in one call. Other fields are ignored, as are optional ones that cannot be parsed.
const receivedPix = z.object({
  endToEndId: ownReference(40),
  txid: ownReference(35).nullish().catch(null),
  devolucoes: z
    .array(
      z
        .object({ id: words(60), status: words(40) })
        .nullish()
        .catch(null),
    )
    .nullish()
    .catch(null),
});
type ReceivedPix = z.infer<typeof receivedPix>;
const refundsOf = ({ devolucoes }: ReceivedPix) => (devolucoes ?? []).flatMap((one) => (one ? [one] : []));

const pix = reader(
  listIn('pix'),
  receivedPix,
  // A refund is reported as the same Pix with more fields.
  (one) => [one.endToEndId, ...refundsOf(one).map(({ id, status }) => `${id}=${status}`)].join(':'),
  (one) => ({
    reference: one.txid ?? null,
    providerId: null,
    // An entry that cannot be parsed may be the one that matters.
    refund: (one.devolucoes ?? []).length > 0,
    money: one.endToEndId,
  }),
);

const BANKS: Readonly<Record<BankProvider, NoticeReader>> = { pix, inter: interNotices };

/** The notice reader of a provider; undefined for a provider that sends no notices. */
export const noticeReader = (provider: string): NoticeReader | undefined => {
  if (isAcquirer(provider)) return ACQUIRER[provider].notices;
  return Object.hasOwn(BANKS, provider) ? BANKS[provider as BankProvider] : undefined;
};
