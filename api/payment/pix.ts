import { readFileSync } from 'node:fs';
import { withoutFinalSlashes } from '@orbita/domain/foundation';
import { isTxid } from '@orbita/domain/payment';
import { z } from 'zod';
import { ANY_INSTITUTION, type Config, type PixAccount } from '../platform/config.ts';
import {
  type PixCharge,
  type PixGateway,
  type PixPort,
  type PixReturn,
  ProviderUnavailable,
  ProviderUnknown,
} from '../platform/ports.ts';
import { type Circuit, createCircuit } from './circuit.ts';
import { type Caller, createCaller, type ProviderAnswer } from './provider-http.ts';

const SCOPES = 'cob.write cob.read pix.write pix.read webhook.read webhook.write';
/** A token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 60_000;
const MOST_NOTE = 140;

/** Cents as API Pix writes amounts. */
const amountText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const centsOf = (text: string): number => Math.round(Number(text) * 100);

const STATUSES = ['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'] as const;

// The standard may add fields and values: an unknown status leads to a further look-up, not to an error.
const cob = z.object({
  txid: z.string(),
  status: z.enum(STATUSES).catch('UNKNOWN' as never),
  calendario: z.object({ criacao: z.string(), expiracao: z.coerce.number().catch(86_400) }),
  valor: z.object({ original: z.string().regex(/^\d{1,10}\.\d{2}$/) }),
  pixCopiaECola: z.string().nullish(),
  pix: z
    .array(
      z.object({ endToEndId: z.string(), valor: z.string().regex(/^\d{1,10}\.\d{2}$/), horario: z.string() }),
    )
    .nullish(),
});
const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.coerce.number().catch(300) });
const webhookAnswer = z.object({ webhookUrl: z.string() });

const chargeOf = (answer: ProviderAnswer): PixCharge => {
  const read = cob.safeParse(answer.body);
  if (!read.success) throw new ProviderUnknown('The provider answered something that is no charge');
  const { txid, status, calendario, valor, pixCopiaECola, pix } = read.data;
  return {
    txid,
    status,
    amountCents: centsOf(valor.original),
    copyPaste: pixCopiaECola ?? null,
    createdAt: calendario.criacao,
    expiresInSeconds: calendario.expiracao,
    received: (pix ?? []).map((one) => ({
      endToEndId: one.endToEndId,
      amountCents: centsOf(one.valor),
      at: one.horario,
    })),
  };
};

const devolucao = z.object({
  id: z.string(),
  valor: z.string().regex(/^\d{1,10}\.\d{2}$/),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']).catch('UNKNOWN' as never),
  motivo: z.string().nullish(),
});

const returnOf = (answer: ProviderAnswer): PixReturn => {
  const read = devolucao.safeParse(answer.body);
  if (!read.success) throw new ProviderUnknown('The provider answered something that is no return');
  const { id, valor, status, motivo } = read.data;
  return { id, amountCents: centsOf(valor), status, reason: motivo ?? null };
};

/** Status codes that mean the provider will never do what was requested. */
const FINAL_REFUSALS: readonly number[] = [400, 404, 409, 422];

/** A 5xx does not tell whether the request was executed, except 503, which means it was not. */
const refused = ({ status, body }: ProviderAnswer): Error => {
  const { type, detail } = z
    .object({ type: z.string().catch(''), detail: z.string().catch('') })
    .catch({ type: '', detail: '' })
    .parse(body ?? {});
  const text = `The provider answered ${status} ${type.split('/').at(-1) ?? ''} ${detail}`.trim();
  return status >= 500 && status !== 503 ? new ProviderUnknown(text) : new ProviderUnavailable(text);
};

type Call = (method: 'GET' | 'PUT' | 'PATCH', path: string, body?: unknown) => Promise<ProviderAnswer>;

/** Calls with a token that is cached until it expires and renewed once when the provider rejects it. */
function authorised(account: PixAccount, send: Caller, circuit: Circuit): Call {
  let token: { value: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  const ask = async (): Promise<string> => {
    const basic = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64');
    const answer = await send({
      method: 'POST',
      url: account.tokenUrl,
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPES }).toString(),
    }).catch((error: Error) => {
      // Without a token no charge was requested yet, so even a time-out is known to have had no effect.
      throw new ProviderUnavailable(error.message, { cause: error });
    });
    const read = tokenAnswer.safeParse(answer.body);
    if (answer.status !== 200 || !read.success)
      throw new ProviderUnavailable(`No token: the provider answered ${answer.status}`);
    token = {
      value: read.data.access_token,
      until: performance.now() + read.data.expires_in * 1000 - TOKEN_MARGIN_MS,
    };
    return token.value;
  };
  const current = (): Promise<string> => {
    if (token && token.until > performance.now()) return Promise.resolve(token.value);
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return (method, path, body) =>
    circuit(async () => {
      const once = async () =>
        send({
          method,
          url: `${withoutFinalSlashes(account.baseUrl)}${path}`,
          headers: {
            authorization: `Bearer ${await current()}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      let answer = await once();
      if (answer.status === 401) {
        token = undefined;
        answer = await once();
      }
      if (answer.status >= 500) throw refused(answer);
      return answer;
    });
}

const checked = (txid: string): string => {
  if (!isTxid(txid)) throw new RangeError('Not a txid of API Pix');
  return txid;
};

const REFERENCE = /^[A-Za-z0-9]{1,40}$/;

/** Path of a return; ids outside the standard's format are never sent to the provider. */
const returnPath = (endToEndId: string, id: string): string => {
  if (!REFERENCE.test(endToEndId) || !REFERENCE.test(id)) throw new RangeError('Not a return of API Pix');
  return `/pix/${endToEndId}/devolucao/${id}`;
};

/** Returns (refunds) of a Pix, over the calls of one account. */
function returnsOver(call: Call): Pick<PixGateway, 'giveBack' | 'findReturn'> {
  const findReturn = async (endToEndId: string, id: string): Promise<PixReturn | undefined> => {
    const answer = await call('GET', returnPath(endToEndId, id));
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw refused(answer);
    return returnOf(answer);
  };
  return {
    findReturn,
    async giveBack({ endToEndId, id, amountCents, note }) {
      const answer = await call('PUT', returnPath(endToEndId, id), {
        valor: amountText(amountCents),
        descricao: note.slice(0, MOST_NOTE),
      });
      if (answer.status === 201 || answer.status === 200) return returnOf(answer);
      const refusal = refused(answer);
      if (!FINAL_REFUSALS.includes(answer.status)) throw refusal;
      // An id already in use is refused as well: then the return was requested before, and its state is the
      // answer.
      const known = await findReturn(endToEndId, id);
      return known ?? { id, amountCents, status: 'NAO_REALIZADO', reason: refusal.message };
    },
  };
}

function openGateway(account: PixAccount): PixGateway {
  const file = (name: string | undefined) => (name ? readFileSync(name) : undefined);
  const [cert, key, ca] = [file(account.certFile), file(account.keyFile), file(account.caFile)];
  const send = createCaller({ ...(cert ? { cert } : {}), ...(key ? { key } : {}), ...(ca ? { ca } : {}) });
  const call = authorised(account, send, createCircuit());
  const registered = new Map<string, string>();

  const find = async (txid: string): Promise<PixCharge | undefined> => {
    const answer = await call('GET', `/cob/${checked(txid)}`);
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw refused(answer);
    return chargeOf(answer);
  };
  return {
    ...returnsOver(call),
    find,
    async create({ txid, amountCents, expiresInSeconds, pixKey, note, payer }) {
      const answer = await call('PUT', `/cob/${checked(txid)}`, {
        calendario: { expiracao: expiresInSeconds },
        ...(payer ? { devedor: { cpf: payer.cpf, nome: payer.name.slice(0, 200) } } : {}),
        valor: { original: amountText(amountCents) },
        chave: pixKey,
        solicitacaoPagador: note.slice(0, MOST_NOTE),
      });
      if (answer.status === 201 || answer.status === 200) return chargeOf(answer);
      const refusal = refused(answer);
      if (!FINAL_REFUSALS.includes(answer.status)) throw refusal;
      // A txid already in use is refused as well: then this charge was made before, and its state is the answer.
      const known = await find(txid);
      if (!known) throw refusal;
      return known;
    },
    async remove(txid) {
      const answer = await call('PATCH', `/cob/${checked(txid)}`, {
        status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
      });
      if (answer.status === 200) return chargeOf(answer);
      if (answer.status === 404) return undefined;
      // Only an active charge can be removed; otherwise its current state is the answer.
      return find(txid);
    },
    async ensureWebhook(pixKey, url) {
      if (registered.get(pixKey) === url) return;
      const path = `/webhook/${encodeURIComponent(pixKey)}`;
      const known = await call('GET', path);
      const found = known.status === 200 ? webhookAnswer.safeParse(known.body).data : undefined;
      if (found?.webhookUrl !== url) {
        const answer = await call('PUT', path, { webhookUrl: url });
        if (answer.status >= 300) throw refused(answer);
      }
      registered.set(pixKey, url);
    },
  };
}

/** Derives a separate account at a provider shared by all institutions, distinguished by the client id. */
const sharedAccount = (account: PixAccount | undefined, reference: string): PixAccount | undefined =>
  account && { ...account, clientId: account.clientId.replace(ANY_INSTITUTION, reference.replace('/', '-')) };

/** Pix by the Central Bank's API 2.9.0, one account per reference `{tenant}/{institution}` of the configuration. */
export function createPix(config: Pick<Config, 'pixAccounts'>): PixPort {
  const gateways = new Map<string, PixGateway>();
  return {
    account(tenantAlias, institutionCode) {
      const reference = `${tenantAlias}/${institutionCode}`;
      const account =
        config.pixAccounts[reference] ?? sharedAccount(config.pixAccounts[ANY_INSTITUTION], reference);
      if (!account) return undefined;
      let gateway = gateways.get(reference);
      if (!gateway) {
        gateway = openGateway(account);
        gateways.set(reference, gateway);
      }
      return gateway;
    },
  };
}
