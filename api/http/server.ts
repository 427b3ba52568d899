import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import { liveStreams } from '@orbita/protocol/messaging';
import { TEAM_EVENTS } from '@orbita/protocol/staff';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { collectDefaultMetrics, Histogram } from 'prom-client';
import { DatabaseUnavailable, OutcomeUnknown, TenantMoving } from '../platform/database/outage.ts';
import { isBounded, isBoundedText } from '../platform/http/bounded.ts';
import { isCanonical } from '../platform/http/canonical.ts';
import { AppError, fail } from '../platform/http/errors.ts';
import { mayMeasure } from '../platform/http/measure.ts';
import { namesTwoHosts, readOrigins } from '../platform/http/proxy.ts';
import { storableBody } from '../platform/http/storable.ts';
import type { Platform } from '../platform/platform.ts';
import { findConsole } from '../tenancy/console.ts';
import { findHost } from '../tenancy/hosts.ts';
import { sendBusyPage, wantsPage } from './busy-page.ts';
import { methodOverride } from './method-override.ts';
import { limitPages, limitPagesOfTenant } from './page-limits.ts';
import { watchRefusals } from './refusals.ts';
import { limitConnections, refuseConnection, watchBodies } from './slow-senders.ts';
import { traceCalls } from './trace.ts';

/** Host name and port as browsers send them; any other value counts as an unregistered host. */
const HOST = /^[\w.-]{1,253}(?::(\d{1,5}))?$/;
const LAST_PORT = 65_535;
const ONE_MINUTE = 60_000;
const MOVED_FOR_GOOD = 308;
const UNAUTHENTICATED = 401;
const UNAVAILABLE = 503;
/**
 * Seconds until a client should retry: a restarting database is usually back by then, and a longer outage causes another retry.
 */
const RETRY_SECONDS = 3;
const LIMITED = 429;
/** Sent when a limit is stored in the database and does not say when it ends, such as when the next code may be requested. */
const LIMITED_SECONDS = 60;
const LOOK_FOR_SLOW_HEADS_MS = 5000;
/**
 * Maximum bytes of a request head. Every site of an institution may set cookies for its whole domain, which are sent with each
 * request to us; Node's default is sixteen KiB.
 */
const HEAD_LIMIT = 64 * 1024;
/** Maximum bytes of a JSON body; files have their own limit, counted while streaming. */
const BODY_LIMIT = 256 * 1024;

const isOfConsole = (surface: string | undefined): boolean =>
  surface === 'console' || surface === 'console-page';

const requestIdOf = (given: unknown) =>
  typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();

const isHost = (host: string): boolean => {
  const match = HOST.exec(host);
  return match !== null && Number(match[1] ?? 0) <= LAST_PORT;
};

const SOCKETS: ReadonlySet<string> = new Set(
  [...Object.values(liveStreams), TEAM_EVENTS].map((path) => `/orbita/api${path}`),
);
/** Accepts an upgrade only on socket paths; elsewhere its header is ignored and the request is an ordinary one. */
const asksForSocket = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && SOCKETS.has(url.split('?', 1)[0] ?? '');

/** Sets the security headers of every response; routes of pages and files set weaker ones. */
const guardHeaders = (request: FastifyRequest, response: FastifyReply) => {
  response.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  if (request.protocol === 'https')
    response.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
};

/** Adds the server time for browsers: the time of the response itself, even when the body is a stored one. */
const addServerTime = ({ clock }: Platform, response: FastifyReply) =>
  response.header('x-server-time', clock.now().toISOString());

/** Says how to authenticate (RFC 9110, 15.5.2), and whether the credentials sent were invalid (RFC 6750, 3.1). */
const addChallenge = ({ headers }: FastifyRequest, response: FastifyReply) =>
  response.header(
    'www-authenticate',
    `Bearer realm="orbita"${headers.authorization ? ', error="invalid_token"' : ''}`,
  );

const refuse = (error: AppError, request: FastifyRequest, response: FastifyReply) => {
  request.refusal = error.code;
  return response.code(error.status).send(error.envelope(request.id));
};

/** Handles a body of a type that no call accepts: refused at its first byte, but treated as absent when it is empty. */
async function nothingOnly(_request: FastifyRequest, bytes: IncomingMessage): Promise<undefined> {
  // The rest stays unread, so that the response still gets through.
  const { done } = await bytes
    .iterator({ destroyOnReturn: false })
    .next()
    .catch(() => ({ done: false }));
  if (!done) throw new AppError('MALFORMED');
}

/** Creates the HTTP server with everything common to all calls: ids, headers, limits, errors and metrics. */
export async function createServer(platform: Platform): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    bodyLimit: BODY_LIMIT,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    routerOptions: { maxParamLength: 4096, constraints: { override: methodOverride } },
    // No hook runs for a request that the router cannot read.
    frameworkErrors: (_error, request, response) => {
      guardHeaders(request, response);
      addServerTime(platform, response);
      refuse(new AppError('MALFORMED'), request, response);
    },
    http: {
      maxHeaderSize: HEAD_LIMIT,
      headersTimeout: platform.config.connections.headMs,
      connectionsCheckingInterval: Math.min(platform.config.connections.headMs, LOOK_FOR_SLOW_HEADS_MS),
      // A time limit for whole requests would end slow uploads, so `watchBodies` demands progress instead.
      requestTimeout: 0,
      shouldUpgradeCallback: asksForSocket,
    },
    keepAliveTimeout: 72_000,
    clientErrorHandler: refuseConnection,
    // `/metrics` counts and times requests; the log omits their addresses because these contain ids and keys.
    logController: new LogController({ disableRequestLogging: true }),
    // A stopping node still processes its remaining calls (`close.ts`), including those that arrive on open connections.
    return503OnClosing: false,
  });
  readOrigins(app, platform.config.trustProxy);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // Many clients send a content type even without a body. An empty body is no body; the call decides whether it needs one.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text.trim() === '') return done(null);
    if (text.length > BODY_LIMIT && !isBoundedText(text)) return done(new AppError('MALFORMED'));
    parseJson(request, text, (error, parsed) => {
      if (error) done(error);
      else if (isBounded(parsed)) done(null, storableBody(text, parsed));
      else done(new AppError('MALFORMED'));
    });
  });
  await app.register(cookie);
  await app.register(multipart, {
    limits: { files: 1, fileSize: 64 * 1024 * 1024, fields: 5 },
    throwFileSizeLimit: false,
  });
  // The bytes of a resumable upload are read only by its own call.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _bytes, done) => done(null));
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, text, done) =>
    done(null, text === '' ? undefined : text),
  );
  app.addContentTypeParser('*', nothingOnly);
  await app.register(websocket, { options: { maxPayload: 4096, maxFragments: 16, maxBufferedChunks: 1024 } });
  traceCalls(app, platform);
  measure(app, platform);
  watchRefusals(app, platform);
  limitConnections(app.server, platform.config.connections);
  const stopWatching = watchBodies(app.server, platform.config.connections.body);
  app.addHook('onClose', async () => stopWatching());

  app.decorateRequest('found', undefined);
  app.decorateRequest('tenant', undefined);
  app.addHook('onSend', async (request, response) => {
    addServerTime(platform, response);
    if (response.statusCode === UNAUTHENTICATED) addChallenge(request, response);
  });
  app.addHook('onRequest', async (request, response) => {
    guardHeaders(request, response);
    if (namesTwoHosts(request.raw)) fail('MALFORMED');
    // The matched route selects the guard, never the spelling of the address, because the route produces the response.
    const { key, surface } = request.routeOptions.config;
    limitPages(platform, request);
    if (surface !== 'machine' && isHost(request.host)) {
      const find = isOfConsole(surface) ? findConsole : findHost;
      request.found = await find(platform, request.hostname);
      request.tenant = request.found?.tenant;
    }
    limitPagesOfTenant(platform, request);
    if (request.dotted && request.found && (surface === 'page' || surface === 'console-page'))
      return response.redirect(`${request.protocol}://${request.host}${request.url}`, MOVED_FOR_GOOD);
    if (surface === undefined || isOfConsole(surface)) {
      if (!request.found) fail('HOST_UNKNOWN');
      if (surface !== 'console-page')
        platform.limits.take(
          { name: 'calls', max: platform.config.callsPerMinute, windowMs: ONE_MINUTE },
          { tenant: request.found.tenant.id, address: request.ip },
        );
    }
    if (!isCanonical(request.url, key !== undefined)) fail('MALFORMED');
  });

  app.setErrorHandler((error: FastifyError | AppError, request, response) => {
    const outage = outageOf(error);
    if (outage?.code === 'TENANT_MOVING')
      request.log.info({ key: request.routeOptions.config.key }, 'refused while the tenant moves');
    else if (outage)
      request.log.warn({ err: error, key: request.routeOptions.config.key }, 'database unavailable');
    const known = outage ?? (error instanceof AppError ? error : refusedByServer(error));
    if (known?.status === UNAVAILABLE) response.header('retry-after', known.retryAfter ?? RETRY_SECONDS);
    if (known?.status === LIMITED) {
      const seconds = known.retryAfter ?? LIMITED_SECONDS;
      response.header('retry-after', seconds);
      if (wantsPage(request)) {
        request.refusal = known.code;
        return sendBusyPage(response.code(LIMITED), seconds);
      }
    }
    if (known?.code === 'REQUEST_TIMEOUT') response.header('connection', 'close');
    if (known) return refuse(known, request, response);
    request.log.error({ err: error, key: request.routeOptions.config.key }, 'unexpected failure');
    return refuse(new AppError('INTERNAL'), request, response);
  });
  app.setNotFoundHandler((request, response) => refuse(new AppError('NOT_FOUND'), request, response));
  return app;
}

/**
 * Returns the error for an unavailable database: the caller may retry, or must check the outcome first. Undefined for other
 * errors.
 */
function outageOf(error: unknown): AppError | undefined {
  if (error instanceof TenantMoving) return new AppError('TENANT_MOVING');
  if (error instanceof OutcomeUnknown) return new AppError('OUTCOME_UNKNOWN');
  return error instanceof DatabaseUnavailable ? new AppError('UNAVAILABLE') : undefined;
}

/** Translates refusals of the HTTP layer itself into the product's error codes. */
function refusedByServer(error: FastifyError): AppError | undefined {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.code === 'FST_REQ_FILE_TOO_LARGE')
    return new AppError('FILE_TOO_BIG');
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? new AppError('MALFORMED') : undefined;
}

function measure(app: FastifyInstance, platform: Platform): void {
  const { registry } = platform.metrics;
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'orbita_http_seconds',
    help: 'Time to answer, by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 0.8, 2, 5],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, response) => {
    const call = request.routeOptions.config.key;
    if (!call) return;
    seconds.observe({ call, status: String(response.statusCode) }, response.elapsedTime / 1000);
    platform.errorReports.trace(call, response.statusCode, response.elapsedTime);
  });
  const measures = platform.siblings.measured(registry);
  app.get('/metrics', { config: { surface: 'machine' } }, async (request, response) => {
    if (!mayMeasure(platform, request.headers.authorization)) fail('NOT_FOUND');
    return response.type(registry.contentType).send(await measures());
  });
}
