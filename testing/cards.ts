import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AcquirerProvider } from '@orbita/domain/tenancy';
import { ACQUIRER } from '@orbita/sandbox/acquirers';
import { sandboxEnvironment } from '@orbita/sandbox/environment';
import { startSandbox } from '@orbita/sandbox/server';
import { createAcquirers } from '../api/payment/acquirers.ts';
import type { Acquirer, CardFields, CardSale } from '../api/platform/acquirer-port.ts';
import { loadConfig } from '../api/platform/config.ts';

const CONTROL_KEY = 'test-control-key';

/** Cards of the sandbox (spec 2.6). */
export const CARDS = {
  approved: '4000000000000010',
  denied: '4000000000000028',
  processing: '4000000000000036',
  unreachable: '4000000000000044',
  limited: '4000000000000051',
  once: '4000000000000069',
  authoriseOnly: '4000000000000085',
  /** Cards by what their bank does when the holder is to confirm (3-D Secure). */
  asked: '4000000000000077',
  confirmed: '4000000000001000',
  askedAndRefused: '4000000000001109',
} as const;

/** Does what the card fields' page does in a browser: sends a card to its acquirer and returns the token. */
export const tokenOf = (fields: CardFields, number: string, cvv = '123'): Promise<string> =>
  ACQUIRER[fields.provider].tokenOf(fields, { number, cvv });

let orders = 0;
/** An unused order number. */
export const newOrder = (): string => {
  orders += 1;
  return `ORDER${process.pid}x${orders}`;
};

/** A sale of R$ 360,00 with a token. */
export const saleWith = (token: string, more: Partial<CardSale> = {}): CardSale => ({
  orderId: newOrder(),
  amountCents: 36_000,
  installments: 1,
  token,
  brand: 'visa',
  holderName: 'ANA DE SOUZA',
  holderDocument: '52998224725',
  softDescriptor: 'ALFA',
  customer: {
    name: 'Ana de Souza',
    email: 'ana@exemplo.test',
    document: { kind: 'cpf', number: '52998224725' },
    phone: '31999990000',
    address: {
      street: 'Rua das Flores',
      number: '10',
      neighborhood: 'Centro',
      country: 'BR',
      city: 'Belo Horizonte',
      state: 'MG',
      zipCode: '30110000',
    },
  },
  ...more,
});

/** The simulated acquirers on free ports, with accounts of `alfa/CUA01` opened through the real adapters. */
export async function openCards(options: { slowMs?: number; processingMs?: number } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'cards-'));
  const sandbox = await startSandbox({
    dataDir,
    controlKey: CONTROL_KEY,
    webhookDelays: [10, 20, 40],
    ...(options.slowMs === undefined ? {} : { slowMs: options.slowMs }),
    cardProcessingMs: options.processingMs ?? 60_000,
  });
  const environment = sandboxEnvironment({
    url: sandbox.url,
    smtpPort: sandbox.ports.smtp,
    clamdPort: sandbox.ports.clamd,
    controlKey: CONTROL_KEY,
  });
  const config = loadConfig({ NODE_ENV: 'test', ORBITA_DATA_DIR: dataDir, ...environment });
  const port = createAcquirers(config);
  const account = (provider: AcquirerProvider, institution = 'CUA01'): Acquirer => {
    const found = port.account('alfa', institution, provider);
    if (!found) throw new Error('No account');
    return found;
  };
  const control = async (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${sandbox.url}/control${path}`, {
      method,
      headers: {
        'x-control-key': CONTROL_KEY,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  await control('PUT', '/clock', { now: '2026-01-12T13:00:00Z', run: true });
  return {
    url: sandbox.url,
    dataDir,
    port,
    account,
    control,
    /** Charges a card and returns the acquirer's answer. */
    async pay(provider: AcquirerProvider, number: string, more: Partial<CardSale> = {}) {
      const acquirer = account(provider);
      return acquirer.authoriseAndCapture(
        saleWith(await tokenOf(await acquirer.cardFields('off'), number), more),
      );
    },
    async close() {
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type TestCards = Awaited<ReturnType<typeof openCards>>;
