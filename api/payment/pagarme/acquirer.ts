import { z } from 'zod';
import { type AcquirerDescriptor, originsOf } from '../acquirer-descriptor.ts';
import { ownReference, reader, words } from '../notice-reader.ts';
import { type PagarmeAccount, pagarmeAccount } from './account.ts';
import { openPagarme } from './calls.ts';
import { OWN_ID } from './shapes.ts';

const hook = z.object({
  id: words(60).min(1),
  data: z.object({ id: z.string().regex(OWN_ID), code: ownReference(52).nullish().catch(null) }),
});

/** Pagar.me v5. */
export const pagarme: AcquirerDescriptor<PagarmeAccount> = {
  account: pagarmeAccount,
  shared: (account, named) => ({
    ...account,
    secretKey: named(account.secretKey),
    publicKey: named(account.publicKey),
  }),
  open: openPagarme,
  origins: (accounts) => ({
    scripts: [],
    connections: originsOf(accounts.map(({ url }) => url)),
    frames: [],
  }),
  notices: reader(
    (body) => [body],
    hook,
    ({ id }) => id,
    ({ data }) => ({ reference: data.code ?? null, providerId: data.id, refund: true }),
  ),
};
