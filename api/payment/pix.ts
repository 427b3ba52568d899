import { nameForBank } from '@orbita/domain/foundation';
import { isTxid } from '@orbita/domain/payment';
import { z } from 'zod';
import type { Config, PixAccount } from '../platform/config.ts';
import { profileOf } from '../platform/pix-profiles.ts';
import {
  type PixAccountCheck,
  type PixCharge,
  type PixGateway,
  type PixPort,
  type PixReturn,
  type ProviderStep,
  ProviderUnknown,
} from '../platform/ports.ts';
import { about, identifier, text } from './answer-shapes.ts';
import { readEach } from './listed.ts';
import {
  amountText,
  centsOf,
  codeFields,
  codeOf,
  everyPage,
  openPixCaller,
  type PixCaller,
  receivedOf,
  receivedPix,
} from './pix-caller.ts';
import { openDueGateway } from './pix-due.ts';
import { openRecurrenceGateway } from './pix-recurrence.ts';
import type { ProviderAnswer } from './provider-http.ts';
import { type AccountCall, FINAL_REFUSALS, gatewaysOf, isTokenFailure, refused } from './provider-token.ts';

const MOST_NOTE = 140;

const STATUSES = ['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'] as const;

// The standard may add fields and values: an unknown status leads to another lookup, not to an error.
const cob = z.object({
  txid: identifier,
  status: z.enum(STATUSES).catch('UNKNOWN' as never),
  calendario: z.object({ criacao: text, expiracao: z.coerce.number().int().nonnegative().catch(86_400) }),
  valor: z.object({ original: z.string().regex(/^\d{1,10}\.\d{2}$/) }),
  ...codeFields,
  pix: z.array(z.unknown()).nullish().catch(null),
});
const webhookAnswer = z.object({ webhookUrl: z.string() });

const chargeOf = (body: unknown, merchant: PixCaller['merchant']): PixCharge => {
  const read = cob.safeParse(body);
  if (!read.success) throw new ProviderUnknown('The provider answered something that is no charge');
  const { txid, status, calendario, valor, pix } = read.data;
  return {
    txid,
    status,
    amountCents: centsOf(valor.original),
    copyPaste: codeOf(read.data, merchant),
    createdAt: calendario.criacao ?? '',
    expiresInSeconds: calendario.expiracao,
    received: receivedOf(pix).map(({ txid: _, ...one }) => one),
  };
};

const devolucao = z.object({
  id: identifier,
  valor: z.string().regex(/^\d{1,10}\.\d{2}$/),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']).catch('UNKNOWN' as never),
  motivo: text,
});

const returnOf = (answer: ProviderAnswer): PixReturn => {
  const read = devolucao.safeParse(answer.body);
  if (!read.success) throw new ProviderUnknown('The provider answered something that is no return');
  const { id, valor, status, motivo } = read.data;
  return { id, amountCents: centsOf(valor), status, reason: motivo ?? null };
};

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

/** Returns (refunds) of a Pix, using the calls of one account. */
function returnsOver(call: AccountCall): Pick<PixGateway, 'giveBack' | 'findReturn'> {
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
      // An id already in use is refused too: in that case the return was requested before, and its current state is the answer.
      const known = await findReturn(endToEndId, id);
      return known ?? { id, amountCents, status: 'NAO_REALIZADO', reason: refusal.message };
    },
  };
}

function openGateway(caller: PixCaller): PixGateway {
  const { call, merchant, certificateUntil } = caller;
  const chargeIn = (wanted: string, { body }: ProviderAnswer): PixCharge =>
    about(wanted, chargeOf(body, merchant), ({ txid }) => txid);
  const registered = new Map<string, string>();

  const find = async (txid: string): Promise<PixCharge | undefined> => {
    const answer = await call('GET', `/cob/${checked(txid)}`);
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw refused(answer);
    return chargeIn(txid, answer);
  };
  return {
    ...returnsOver(call),
    find,
    async create({ txid, amountCents, expiresInSeconds, pixKey, note, payer }) {
      const answer = await call('PUT', `/cob/${checked(txid)}`, {
        calendario: { expiracao: expiresInSeconds },
        ...(payer ? { devedor: { cpf: payer.cpf, nome: nameForBank(payer.name, 200) } } : {}),
        valor: { original: amountText(amountCents) },
        chave: pixKey,
        solicitacaoPagador: note.slice(0, MOST_NOTE),
      });
      if (answer.status === 201 || answer.status === 200) return chargeIn(txid, answer);
      const refusal = refused(answer);
      if (!FINAL_REFUSALS.includes(answer.status)) throw refusal;
      // A txid already in use is refused too: in that case this charge was created before, and its current state is the answer.
      const known = await find(txid);
      if (!known) throw refusal;
      return known;
    },
    async remove(txid) {
      const answer = await call('PATCH', `/cob/${checked(txid)}`, {
        status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
      });
      if (answer.status === 200) return chargeIn(txid, answer);
      if (answer.status === 404) return undefined;
      // Only an active charge can be removed; otherwise its current state is the answer.
      return find(txid);
    },
    list: async (from, to) =>
      readEach(await everyPage(caller, '/cob', 'cobs', { from, to }), (body) => chargeOf(body, merchant)),
    received: async (from, to) => readEach(await everyPage(caller, '/pix', 'pix', { from, to }), receivedPix),
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
    certificateUntil,
  };
}

/** A txid that no charge has: looking it up tests token, certificate, headers and scopes without changing anything. */
const NO_CHARGE = '0'.repeat(32);

/** Tests an account over a new connection and token, so that nothing cached hides a current problem. */
async function checkAccount(
  account: PixAccount,
  notices: { pixKey: string; url: string } | undefined,
): Promise<PixAccountCheck> {
  const { source, certificate } = profileOf(account);
  const hints = certificate && !account.certFile ? ['certFile and keyFile are not set'] : [];
  const steps: ProviderStep[] = [];
  const done = () => ({ profile: account.profile ?? 'generic', source, hints, steps });
  const tried = async (step: ProviderStep['step'], run: () => Promise<string>): Promise<boolean> => {
    const words = await run().then(
      (text) => ({ ok: true, words: text }),
      (error: unknown) => ({ ok: false, words: error instanceof Error ? error.message : String(error) }),
    );
    steps.push({ step, ...words });
    return words.ok;
  };
  let caller: PixCaller | undefined;
  const read = async (): Promise<ProviderAnswer> => {
    caller ??= openPixCaller(account);
    return caller.call('GET', `/cob/${NO_CHARGE}`);
  };
  let answer: ProviderAnswer | undefined;
  // The first call requests the token; a failure before the bank has issued one is a failure of the token step.
  const token = await tried('token', async () => {
    answer = await read().catch((error: Error) => {
      if (isTokenFailure(error)) throw error;
      return undefined;
    });
    return 'The provider gave a token';
  });
  if (!token) return done();
  const readable = await tried('read', async () => {
    const found = answer ?? (await read());
    if (found.status !== 200 && found.status !== 404) throw refused(found);
    return `A charge was looked up: ${found.status}`;
  });
  if (!readable || !notices || !caller) return done();
  const gateway = openGateway(caller);
  await tried('webhook', async () => {
    await gateway.ensureWebhook(notices.pixKey, notices.url);
    return 'The address of our notices is registered';
  });
  return done();
}

/** All gateways of one account, sharing one token. */
const openAccount = (account: PixAccount) => {
  const caller = openPixCaller(account);
  return {
    pix: openGateway(caller),
    recurrences: account.receiver && openRecurrenceGateway(caller, account.receiver),
    due: account.receiver && openDueGateway(caller),
    check: (notices: Parameters<typeof checkAccount>[1]) => checkAccount(account, notices),
  };
};

/** Pix through the Central Bank's API 2.9.0, one account per `{tenant}/{institution}` reference in the configuration. */
export function createPix(config: Pick<Config, 'pixAccounts'>): PixPort {
  const open = gatewaysOf(config.pixAccounts, openAccount);
  return {
    account: (tenantAlias, institutionCode) => open(tenantAlias, institutionCode)?.pix,
    check: async (tenantAlias, institutionCode, notices) =>
      open(tenantAlias, institutionCode)?.check(notices),
    recurrences: (tenantAlias, institutionCode) => open(tenantAlias, institutionCode)?.recurrences,
    due: (tenantAlias, institutionCode) => open(tenantAlias, institutionCode)?.due,
  };
}
