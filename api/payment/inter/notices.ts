import { z } from 'zod';
import { listIn, ownReference, reader, words } from '../notice-reader.ts';

// Banco Inter, API Cobrança v3: one call carries changes of several slips.
const slip = z.object({
  codigoSolicitacao: words(60).min(1),
  seuNumero: ownReference(15).nullish().catch(null),
  situacao: words(40).catch(''),
  dataHoraSituacao: words(40).nullish().catch(null),
});

/** Reader of slip notices. */
export const interNotices = reader(
  listIn('cobrancas'),
  slip,
  ({ codigoSolicitacao, situacao, dataHoraSituacao }) =>
    [codigoSolicitacao, situacao, dataHoraSituacao ?? ''].join(':'),
  ({ codigoSolicitacao, seuNumero }) => ({
    reference: seuNumero ?? null,
    providerId: codigoSolicitacao,
    refund: false,
  }),
);
