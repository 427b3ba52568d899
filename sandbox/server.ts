import type { AddressInfo } from 'node:net';
import formbody from '@fastify/formbody';
import { withoutFinalSlashes } from '@orbita/domain/foundation';
import Fastify, { type FastifyInstance } from 'fastify';
import { openAcademic } from './academic/academic.ts';
import { academicRoutes } from './academic/routes.ts';
import { academicCatalogueRoutes } from './academic-catalogue/routes.ts';
import { ACQUIRER } from './acquirers.ts';
import { openBank } from './bank/bank.ts';
import { bankRoutes } from './bank/routes.ts';
import { type BookEntry, booksOf } from './books.ts';
import { captchaRoutes } from './captcha/routes.ts';
import { openAcquirers } from './cards/acquirers.ts';
import { cepRoutes } from './cep/routes.ts';
import { startScanner } from './clamd/server.ts';
import { openClock } from './clock.ts';
import { controlRoutes } from './control/routes.ts';
import { RETRY_DELAYS } from './deliveries.ts';
import { examScoreRoutes } from './exam-score/routes.ts';
import { openFaults } from './faults.ts';
import { openLedger } from './ledger.ts';
import { startMailServer } from './mail/server.ts';
import { openOutbox } from './outbox.ts';
import { pageRoutes } from './page/routes.ts';
import { openAccess } from './psp/access.ts';
import { standardPath } from './psp/banks.ts';
import { openPsp } from './psp/psp.ts';
import { pspRoutes } from './psp/routes.ts';
import { smsRoutes } from './sms/routes.ts';
import { twilioRoutes } from './sms/twilio.ts';
import { zenviaRoutes } from './sms/zenvia.ts';
import { graphRoutes } from './social/graph-routes.ts';
import { oidcRoutes } from './social/oidc-routes.ts';
import { openStaffAccounts } from './staff-idp/accounts.ts';
import { openStaffIdp, STAFF_IDP_PATH, staffIdpRoutes } from './staff-idp/routes.ts';
import { openStrange } from './strange.ts';
import { tagRoutes } from './tags/routes.ts';
import { whatsAppRoutes } from './whatsapp/routes.ts';
import type { World } from './world.ts';

export interface SandboxOptions {
  /** Folder of everything the sandbox remembers. */
  dataDir: string;
  /** 0 or absent: any free port. */
  port?: number;
  smtpPort?: number;
  clamdPort?: number;
  /** Address to listen on, `127.0.0.1` unless given. */
  host?: string;
  /** The product, for the page's remittances and student system; the protocols never call it. */
  apiUrl?: string;
  operationsToken?: string;
  controlKey?: string;
  /** Delays between notification attempts of a bank or an acquirer, in milliseconds. */
  webhookDelays?: number[];
  /** How long a card that is processed first takes to be approved, in milliseconds. */
  cardProcessingMs?: number;
  /** How late a slow port answers, in milliseconds. */
  slowMs?: number;
  /** How long the bank takes to register a slip, in milliseconds. */
  slipIssueMs?: number;
  /** Lifetime of a bank token, in seconds. */
  tokenSeconds?: number;
}

export interface Sandbox {
  /** Address of the HTTP side, without a trailing slash. */
  url: string;
  ports: { http: number; smtp: number; clamd: number };
  /** The payment providers' records, for tests in the same process. */
  books(): BookEntry[];
  close(): Promise<void>;
}

/** Control key when none is configured. */
const DEFAULT_CONTROL_KEY = 'sandbox-control';
const DEFAULT_SLOW_MS = 15_000;
const DEFAULT_TOKEN_SECONDS = 3_600;
/** A slip is registered two seconds after the request (spec 2.5). */
const DEFAULT_SLIP_ISSUE_MS = 2_000;

type Routes = (app: FastifyInstance, world: World) => void;

/** A plugin with a name; for one without, fastify looks through every module that was loaded by `require`. */
const named = <T extends object>(name: string, plugin: T): T =>
  Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });

const mount = (app: FastifyInstance, prefix: string, routes: Routes, world: World): void => {
  const plugin = async (scope: FastifyInstance) => routes(scope, world);
  app.register(named(prefix, plugin), { prefix });
};

/**
 * Starts all simulated services: Pix, slips, card acquirers, mail, SMS, CEP, exam scores, captcha, scanner, social providers,
 * student systems, academic catalogues.
 * Rejects when a port is taken.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  const ledger = openLedger(options.dataDir);
  const clock = openClock(ledger);
  const faults = openFaults(ledger, options.slowMs ?? DEFAULT_SLOW_MS);
  const app = Fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    rewriteUrl: standardPath,
    routerOptions: { ignoreTrailingSlash: false },
  });
  const httpPort = () => (app.server.address() as AddressInfo).port;
  const world: World = {
    ledger,
    clock,
    faults,
    strange: openStrange(ledger),
    outbox: openOutbox(ledger, options.dataDir),
    psp: openPsp(ledger, clock, () => `localhost:${httpPort()}/psp`, options.webhookDelays ?? RETRY_DELAYS),
    bank: openBank(ledger, clock, {
      place: () => `localhost:${httpPort()}/bank`,
      delays: options.webhookDelays ?? RETRY_DELAYS,
      issueMs: options.slipIssueMs ?? DEFAULT_SLIP_ISSUE_MS,
    }),
    acquirers: openAcquirers(ledger, clock, {
      delays: options.webhookDelays ?? RETRY_DELAYS,
      ...(options.cardProcessingMs === undefined ? {} : { processingMs: options.cardProcessingMs }),
    }),
    academic: openAcademic(ledger),
    staffAccounts: openStaffAccounts(ledger),
    staffIdp: openStaffIdp(() => world),
    origin: () => `http://localhost:${httpPort()}`,
    product: {
      apiUrl: withoutFinalSlashes(options.apiUrl ?? 'http://localhost:8080'),
      operationsToken: options.operationsToken ?? '',
    },
    controlKey: options.controlKey ?? DEFAULT_CONTROL_KEY,
  };

  app.register(formbody);
  // Clients of banks and acquirers send this type with every call, even without a body.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) =>
    text.trim() === '' ? done(null) : parseJson(request, text, done),
  );
  const access = openAccess(ledger, options.tokenSeconds ?? DEFAULT_TOKEN_SECONDS);
  mount(app, '/psp', (scope) => pspRoutes(scope, world, access), world);
  mount(app, '/bank', (scope) => bankRoutes(scope, world, access), world);
  for (const [name, { routes }] of Object.entries(ACQUIRER)) mount(app, `/${name}`, routes, world);
  mount(app, '/sms', smsRoutes, world);
  mount(app, '/twilio', twilioRoutes, world);
  mount(app, '/zenvia', zenviaRoutes, world);
  mount(app, '/whatsapp', whatsAppRoutes, world);
  mount(app, '/cep', cepRoutes, world);
  mount(app, '/exam-score', examScoreRoutes, world);
  mount(app, '/academic-catalogue', academicCatalogueRoutes, world);
  mount(app, '/captcha', captchaRoutes, world);
  mount(app, '/tags', tagRoutes, world);
  for (const name of ['google', 'linkedin'] as const)
    mount(app, `/oidc/${name}`, (scope) => oidcRoutes(scope, world, name, world.origin), world);
  mount(app, STAFF_IDP_PATH, staffIdpRoutes, world);
  mount(app, '/graph', graphRoutes, world);
  mount(app, '/academic', academicRoutes, world);
  mount(app, '/control', controlRoutes, world);
  mount(app, '/sandbox', pageRoutes, world);
  app.get('/', async (_request, reply) => reply.redirect('/sandbox'));
  app.get('/health', async () => ({ ok: true }));

  const opened: { close(): Promise<unknown> }[] = [app];
  const close = async (): Promise<void> => {
    world.psp.stop();
    world.bank.stop();
    world.acquirers.notices.stop();
    await Promise.all(opened.map((part) => part.close()));
    ledger.close();
  };
  try {
    await app.listen({ port: options.port ?? 0, host });
    const mail = await startMailServer(world, options.smtpPort ?? 0, host);
    opened.push(mail);
    const scanner = await startScanner(faults, options.clamdPort ?? 0, host);
    opened.push(scanner);
    const http = httpPort();
    return {
      url: `http://localhost:${http}`,
      ports: { http, smtp: mail.port, clamd: scanner.port },
      books: () => booksOf(world),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
