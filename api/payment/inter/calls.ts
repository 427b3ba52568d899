import { isRealDay } from '@orbita/domain/foundation';
import { z } from 'zod';
import type { Config, SlipAccount } from '../../platform/config.ts';
import type { Listed } from '../../platform/listed.ts';
import {
  ProviderUnavailable,
  ProviderUnknown,
  type SlipCharge,
  type SlipGateway,
  type SlipPort,
} from '../../platform/ports.ts';
import { about } from '../answer-shapes.ts';
import { clientCertificate } from '../client-certificate.ts';
import { joined } from '../listed.ts';
import {
  type AccountCall,
  FINAL_REFUSALS,
  gatewaysOf,
  type Manners,
  openCalls,
  refused,
} from '../provider-token.ts';
import {
  bestOf,
  isRequestCode,
  isSlipReference,
  readPage,
  readRequestCode,
  readSlip,
  writeOrder,
} from './shapes.ts';

const SCOPES = 'boleto-cobranca.read boleto-cobranca.write';
const SLIPS = '/cobranca/v3/cobrancas';
const WEBHOOK = `${SLIPS}/webhook`;
const MOST_REASON = 50;
const PAGE_SIZE = 100;
/** A longer list is rejected rather than read without limit. */
const MOST_PAGES = 200;
const DATE_OF = { issue: 'EMISSAO', due: 'VENCIMENTO', payment: 'PAGAMENTO' } as const;

const webhookAnswer = z.object({ webhookUrl: z.string() });

const pathOf = (requestCode: string): string => {
  if (!isRequestCode(requestCode)) throw new RangeError('Not a request code of API Cobrança');
  return `${SLIPS}/${requestCode}`;
};

type Filter = { from: string; to: string; by: keyof typeof DATE_OF; reference?: string };

/** Reads all pages of a list. @throws ProviderUnavailable when it has more pages than are read. */
async function readList(call: AccountCall, { from, to, by, reference }: Filter): Promise<Listed<SlipCharge>> {
  if (!isRealDay(from) || !isRealDay(to)) throw new RangeError('Not a period of days');
  const lists: Listed<SlipCharge>[] = [];
  for (let page = 0; ; page++) {
    if (page >= MOST_PAGES) throw new ProviderUnavailable('The list of slips is too long');
    const query = new URLSearchParams({
      dataInicial: from,
      dataFinal: to,
      filtrarDataPor: DATE_OF[by],
      ...(reference ? { seuNumero: reference } : {}),
      'paginacao.itensPorPagina': String(PAGE_SIZE),
      'paginacao.paginaAtual': String(page),
    });
    const answer = await call('GET', `${SLIPS}?${query}`);
    if (answer.status !== 200) throw refused(answer);
    const read = readPage(answer.body);
    lists.push(read.slips);
    if (page + 1 >= read.pages || read.slips.items.length + read.slips.unread === 0) return joined(lists);
  }
}

function openGateway(account: SlipAccount): SlipGateway {
  const { accountNumber } = account;
  const certificate = clientCertificate(account, 'inter');
  const manners: Manners = {
    provider: 'inter',
    client: 'post',
    tokenBody: 'form',
    scope: SCOPES,
    headers: (): Record<string, string> => (accountNumber ? { 'x-conta-corrente': accountNumber } : {}),
    query: {},
  };
  const call = openCalls(account, manners, certificate);
  let registered: string | undefined;

  const findByCode = async (requestCode: string): Promise<SlipCharge | undefined> => {
    const answer = await call('GET', pathOf(requestCode));
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw refused(answer);
    return about(requestCode, readSlip(answer.body), (slip) => slip.requestCode);
  };
  const find: SlipGateway['find'] = async ({ reference, requestCode, dueDate }) => {
    if (requestCode !== null) {
      const known = await findByCode(requestCode);
      return known && about(reference, known, (slip) => slip.reference);
    }
    if (!isSlipReference(reference)) throw new RangeError('Not a reference of a slip');
    const { items, unread } = await readList(call, { from: dueDate, to: dueDate, by: 'due', reference });
    const found = bestOf(items, reference);
    // An unreadable slip may be the one we are looking for, so we must not conclude that it does not exist.
    if (unread > 0 && found?.status !== 'PAID')
      throw new ProviderUnknown('One of the slips under this number cannot be read');
    return found;
  };
  return {
    provider: 'inter',
    find,
    async create(order) {
      const answer = await call('POST', SLIPS, writeOrder(order));
      const { reference, amountCents, dueDate } = order;
      if (answer.status >= 200 && answer.status < 300)
        return {
          ...{ reference, requestCode: readRequestCode(answer.body), status: 'PROCESSING' },
          ...{ amountCents, dueDate, ourNumber: null, digitableLine: null, barcode: null },
          ...{ pixCopyPaste: null, pixTxid: null, received: [] },
        };
      const refusal = refused(answer);
      if (!FINAL_REFUSALS.includes(answer.status)) throw refusal;
      // A repeated order is refused too: in that case this slip was requested before, and its current state is the answer.
      const known = await find({ reference, requestCode: null, dueDate });
      if (!known) throw refusal;
      return known;
    },
    async remove(requestCode, reason) {
      const answer = await call('POST', `${pathOf(requestCode)}/cancelar`, {
        motivoCancelamento: reason.slice(0, MOST_REASON),
      });
      if (answer.status === 404) return undefined;
      // Only an open slip can be cancelled; after a refusal, too, its current state is the answer.
      return findByCode(requestCode);
    },
    async ensureWebhook(url) {
      if (registered === url) return;
      const known = await call('GET', WEBHOOK);
      const found = known.status === 200 ? webhookAnswer.safeParse(known.body).data : undefined;
      if (found?.webhookUrl !== url) {
        const answer = await call('PUT', WEBHOOK, { webhookUrl: url });
        if (answer.status >= 300) throw refused(answer);
      }
      registered = url;
    },
    list: (period) => readList(call, period),
    certificateUntil: certificate.until,
  };
}

/**
 * Slips of Banco Inter through its API Cobrança v3, one account per `{tenant}/{institution}` reference in the configuration.
 * Each slip includes a Pix code; when either is paid, the bank ends the other.
 */
export const createInter = (config: Pick<Config, 'slipAccounts'>): SlipPort => ({
  account: gatewaysOf(config.slipAccounts, openGateway),
});
