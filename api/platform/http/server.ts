import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import { liveStreams } from '@orbita/protocol/messaging';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { collectDefaultMetrics, Histogram } from 'prom-client';
import { type FoundHost, findHost } from '../../tenancy/hosts.ts';
import { DatabaseUnavailable, OutcomeUnknown } from '../database/index.ts';
import type { House } from '../house.ts';
import { isBounded } from './bounded.ts';
import { isCanonical } from './canonical.ts';
import { AppError, fail } from './errors.ts';
import { mayMeasure } from './measure.ts';
import { watchRefusals } from './refusals.ts';
import { limitConnections, refuseConnection, watchBodies } from './slow-senders.ts';
import { storableBody } from './storable.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Host and tenant of the request; absent on operations calls, whose tenant is the token's. */
    found: FoundHost | undefined;
  }
  interface FastifyContextConfig {
    /** Call of the protocol that the route answers. */
    key?: string;
    /**
     * `machine`: belongs to no host. `page`: draws hosts nobody registered itself. Absent, also where no route matched:
     * a call of a host.
     */
    surface?: 'machine' | 'page';
  }
}

/** Name and port of a host as a browser sends them; what is no such thing is a host nobody registered. */
const HOST = /^[\w.-]{1,253}(?::(\d{1,5}))?$/;
const LAST_PORT = 65_535;
const ONE_MINUTE = 60_000;
const UNAVAILABLE = 503;
/** A database that was started anew answers about then; what stays away longer is asked for again all the same. */
const RETRY_SECONDS = 3;
const LOOK_FOR_SLOW_HEADS_MS = 5000;
/** JSON bodies are small; files have their own limit, counted while streaming. */
const BODY_LIMIT = 256 * 1024;

const requestIdOf = (given: unknown) =>
  typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();

const isHost = (host: string): boolean => {
  const match = HOST.exec(host);
  return match !== null && Number(match[1] ?? 0) <= LAST_PORT;
};

const SOCKETS: ReadonlySet<string> = new Set(Object.values(liveStreams).map((path) => `/orbita/api${path}`));
/** Elsewhere the header of an upgrade means nothing, and the request is one like any other. */
const asksForSocket = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && SOCKETS.has(url.split('?', 1)[0] ?? '');

/** Headers of every answer; routes of pages and files set weaker ones of their own. */
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

const refuse = (error: AppError, request: FastifyRequest, response: FastifyReply) => {
  request.refusal = error.code;
  return response.code(error.status).send(error.envelope(request.id));
};

/** The HTTP server with everything that holds for all calls: ids, headers, limits, errors, measures. */
export async function createServer(house: House): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: house.log as FastifyBaseLogger,
    trustProxy: house.config.trustProxy,
    bodyLimit: BODY_LIMIT,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    routerOptions: { maxParamLength: 4096 },
    // What the router itself cannot read passes no hook.
    frameworkErrors: (_error, request, response) => {
      guardHeaders(request, response);
      refuse(new AppError('MALFORMED'), request, response);
    },
    http: {
      headersTimeout: house.config.connections.headMs,
      connectionsCheckingInterval: Math.min(house.config.connections.headMs, LOOK_FOR_SLOW_HEADS_MS),
      // Time for a whole request would end slow uploads; `watchBodies` asks for progress instead.
      requestTimeout: 0,
      shouldUpgradeCallback: asksForSocket,
    },
    keepAliveTimeout: 72_000,
    clientErrorHandler: refuseConnection,
    // Requests are counted and timed (`/metrics`); their addresses hold ids and keys that no log needs.
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
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
  await app.register(websocket, { options: { maxPayload: 4096, maxFragments: 16, maxBufferedChunks: 1024 } });
  measure(app, house);
  watchRefusals(app, house);
  limitConnections(app.server, house.config.connections);
  const stopWatching = watchBodies(app.server, house.config.connections.body);
  app.addHook('onClose', async () => stopWatching());

  app.decorateRequest('found', undefined);
  app.addHook('onRequest', async (request, response) => {
    guardHeaders(request, response);
    // By the route that matched, never by the spelling of the address: what answers decides what guards it.
    const { key, surface } = request.routeOptions.config;
    if (surface !== 'machine' && isHost(request.host))
      request.found = await findHost(house, request.hostname);
    if (surface === undefined) {
      if (!request.found) fail('HOST_UNKNOWN');
      house.limits.take(
        { name: 'calls', max: house.config.callsPerMinute, windowMs: ONE_MINUTE },
        { tenant: request.found.tenant.id, address: request.ip },
      );
    }
    if (!isCanonical(request.url, key !== undefined)) fail('MALFORMED');
  });

  app.setErrorHandler((error: FastifyError | AppError, request, response) => {
    const outage = outageOf(error);
    if (outage)
      request.log.warn({ err: error, key: request.routeOptions.config.key }, 'database unavailable');
    const known = outage ?? (error instanceof AppError ? error : refusedByServer(error));
    if (known?.status === UNAVAILABLE) response.header('retry-after', RETRY_SECONDS);
    if (known?.code === 'REQUEST_TIMEOUT') response.header('connection', 'close');
    if (known) return refuse(known, request, response);
    request.log.error({ err: error, key: request.routeOptions.config.key }, 'unexpected failure');
    return refuse(new AppError('INTERNAL'), request, response);
  });
  app.setNotFoundHandler((request, response) => refuse(new AppError('NOT_FOUND'), request, response));
  return app;
}

/** What the caller is told when the database is away: whether to ask again, or to look first what became of it. */
function outageOf(error: unknown): AppError | undefined {
  if (error instanceof OutcomeUnknown) return new AppError('OUTCOME_UNKNOWN');
  return error instanceof DatabaseUnavailable ? new AppError('UNAVAILABLE') : undefined;
}

/** Refusals of the HTTP layer itself, in the product's words. */
function refusedByServer(error: FastifyError): AppError | undefined {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.code === 'FST_REQ_FILE_TOO_LARGE')
    return new AppError('FILE_TOO_BIG');
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? new AppError('MALFORMED') : undefined;
}

function measure(app: FastifyInstance, house: House): void {
  const { registry } = house.metrics;
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
    if (call) seconds.observe({ call, status: String(response.statusCode) }, response.elapsedTime / 1000);
  });
  app.get('/metrics', { config: { surface: 'machine' } }, async (request, response) => {
    if (!mayMeasure(house, request.headers.authorization)) fail('NOT_FOUND');
    return response.type(registry.contentType).send(await registry.metrics());
  });
}
