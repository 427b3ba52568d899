import { z } from 'zod';
import { MONEY_CHANGES } from './cielo-shapes.ts';

/** What a stored notice names; only a hint, because the charge is looked up at its provider. */
type Named = {
  /** Our identifier of a charge. */
  reference: string | null;
  /** The provider's own identifier of a charge. */
  providerId: string | null;
  /** Whether it says something about money given back. */
  refund: boolean;
};

/** How the notices of one provider are read. */
export type NoticeReader = {
  /** Single reports of one call; what is none of ours is left out. */
  items(body: unknown): { key: string; item: unknown }[];
  /** undefined for an item that an earlier version stored and nobody can read any more. */
  named(item: unknown): Named | undefined;
  /** The same text may come for another change, so a repeat leads to another look-up. */
  mayRepeat?: true;
};

/** More entries of one call are left to the reconciliation. */
const MOST_ITEMS = 10_000;
const MOST_KEY = 400;

/** A list, alone or in an object under a name, or a single entry; a provider that promises the one sends the other. */
const listIn =
  (name: string) =>
  (body: unknown): readonly unknown[] => {
    const found = Array.isArray(body) ? body : (body as Record<string, unknown> | null)?.[name];
    return Array.isArray(found) ? found.slice(0, MOST_ITEMS) : [body];
  };

const reader = <T>(
  list: (body: unknown) => readonly unknown[],
  shape: z.ZodType<T>,
  keyOf: (item: T) => string,
  name: (item: T) => Named,
): NoticeReader => ({
  items: (body) =>
    list(body).flatMap((one) => {
      const { data } = shape.safeParse(one);
      return data === undefined ? [] : [{ key: keyOf(data).slice(0, MOST_KEY), item: data }];
    }),
  named: (item) => {
    const { data } = shape.safeParse(item);
    return data === undefined ? undefined : name(data);
  },
});

const reference = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9]+$/);

/** Words of a provider; what the database cannot keep, such as a NUL, is none of them. */
const words = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x20-\x7e]*$/);

// API Pix posts several received Pix in one call; all other fields are ignored, and so is a field that cannot be read.
const receivedPix = z.object({
  endToEndId: reference(40),
  txid: reference(35).nullish().catch(null),
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
    // One that cannot be read may be the one that matters.
    refund: (one.devolucoes ?? []).length > 0,
  }),
);

// Banco Inter, API Cobrança v3: one call carries several changes of slips.
const interSlip = z.object({
  codigoSolicitacao: words(60).min(1),
  seuNumero: reference(15).nullish().catch(null),
  situacao: words(40).catch(''),
  dataHoraSituacao: words(40).nullish().catch(null),
});

const inter = reader(
  listIn('cobrancas'),
  interSlip,
  ({ codigoSolicitacao, situacao, dataHoraSituacao }) =>
    [codigoSolicitacao, situacao, dataHoraSituacao ?? ''].join(':'),
  ({ codigoSolicitacao, seuNumero }) => ({
    reference: seuNumero ?? null,
    providerId: codigoSolicitacao,
    refund: false,
  }),
);

const cieloChange = z.object({
  PaymentId: z.uuid(),
  ChangeType: z.coerce.number().refine((kind) => MONEY_CHANGES.includes(kind)),
});

// Cielo gives its notices no number of their own: the same text may come for another change.
const cielo: NoticeReader = {
  ...reader(
    (body) => [body],
    cieloChange,
    ({ PaymentId, ChangeType }) => `${PaymentId}:${ChangeType}`,
    ({ PaymentId }) => ({ reference: null, providerId: PaymentId, refund: true }),
  ),
  mayRepeat: true,
};

const pagarmeHook = z.object({
  id: words(60).min(1),
  data: z.object({
    id: z.string().regex(/^(?:ch|or)_[A-Za-z0-9]{8,40}$/),
    code: reference(52).nullish().catch(null),
  }),
});

const pagarme = reader(
  (body) => [body],
  pagarmeHook,
  ({ id }) => id,
  ({ data }) => ({ reference: data.code ?? null, providerId: data.id, refund: true }),
);

const READERS: Readonly<Record<string, NoticeReader>> = { pix, inter, cielo, pagarme };

/** How the notices of a provider are read; undefined for a provider that sends none. */
export const noticeReader = (provider: string): NoticeReader | undefined =>
  Object.hasOwn(READERS, provider) ? READERS[provider] : undefined;
