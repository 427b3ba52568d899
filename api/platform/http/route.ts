import type { CallKey } from '@orbita/protocol';
import { callOf } from '@orbita/protocol';
import { type Address, addressOf, fieldErrorsOf, paramsSchema } from '@orbita/protocol/foundation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isForeign, readSession } from '../../identity/session.ts';
import { audit } from '../../operations/audit.ts';
import { readServiceToken } from '../../operations/provisioning/service-token.ts';
import { type FoundHost, tenantByAlias } from '../../tenancy/hosts.ts';
import { DatabaseUnavailable } from '../database/index.ts';
import type { House } from '../house.ts';
import { calledAddress } from './canonical.ts';
import type { Ctx, Reply, Service, Session } from './context.ts';
import { AppError, fail } from './errors.ts';
import { runOnce, runOnceAcross } from './idempotency.ts';

export type Handler<K extends CallKey> = (ctx: Ctx<K>) => Promise<Reply>;
export type Route = { key: CallKey; handler: Handler<CallKey> };

/** Joins a call of the protocol with what answers it. */
export const route = <K extends CallKey>(key: K, handler: Handler<K>): Route => ({
  key,
  // The context of a key is only ever built for that key.
  handler: handler as unknown as Handler<CallKey>,
});

const INTERNAL = 500;
const UNAVAILABLE = 503;

/** Before the keys of tokens of some institutions: an answer is stored for those who might have had it alone. */
const reachOf = (service: Service | undefined): string =>
  service?.institutions ? `${service.institutions.toSorted().join(',')} ` : '';

/** Answer of a handler. */
export const reply = (status: number, body?: unknown, more: Omit<Reply, 'status' | 'body'> = {}): Reply => ({
  status,
  body,
  ...more,
});

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** The tenant headers are only ever a second opinion: they must agree with the host (spec 2.2). */
const checkTenantHeaders = (request: FastifyRequest, found: FoundHost, params: Record<string, unknown>) => {
  const alias = headerOf(request, 'x-tenant-alias');
  const publicId = headerOf(request, 'x-tenant-id');
  if (alias && alias !== found.tenant.alias) fail('TENANT_MISMATCH');
  if (publicId && publicId !== found.tenant.publicId) fail('TENANT_MISMATCH');
  if (
    typeof params.tenant === 'string' &&
    params.tenant !== found.tenant.alias &&
    params.tenant !== found.tenant.publicId
  ) {
    fail('TENANT_MISMATCH');
  }
};

/** A browser names the page a change comes from; another site's page may not change anything (S11). */
const checkOrigin = (request: FastifyRequest) => {
  const origin = request.headers.origin;
  if (request.method === 'GET' || !origin || origin === 'null') return;
  if (!URL.canParse(origin) || new URL(origin).host !== request.host) fail('FORBIDDEN');
};

/** Bytes of a header are read one by one; those of a name with accents are UTF-8, or Latin-1 from older systems. */
const utf8Of = (text: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
};

/** Who calls and for which tenant; `agrees` is whether the headers mean that one. */
const serviceTenant = async (
  house: House,
  request: FastifyRequest,
): Promise<{ found: FoundHost; service: Service; agrees: boolean }> => {
  const token = headerOf(request, 'authorization')?.replace(/^Bearer /i, '');
  const known = token ? await readServiceToken(house, token) : undefined;
  if (!known) fail('SERVICE_TOKEN_INVALID');
  const alias = headerOf(request, 'x-tenant-alias');
  const publicId = headerOf(request, 'x-tenant-id');
  const operator =
    utf8Of(headerOf(request, 'x-operator') ?? '')
      .slice(0, 120)
      .toWellFormed() || null;
  // Tokens of no tenant name the one they work on, if any.
  const tenant = known.tenant ?? (alias ? await tenantByAlias(house, alias) : undefined);
  return {
    found: { tenant, host: undefined } as unknown as FoundHost,
    service: { ...known.service, operator },
    agrees: (!alias || alias === tenant?.alias) && (!publicId || !tenant || publicId === tenant.publicId),
  };
};

/** Calls of service tokens and providers, and health: nobody asks them by a host of ours. */
const belongsToNoHost = ({ api, path }: Address): boolean => api === 'operations' || path.endsWith('/health');

/** Registers routes; each keeps the order of checks of spec 2.3. */
export function registerRoutes(app: FastifyInstance, house: House, routes: readonly Route[]): void {
  for (const { key, handler } of routes) {
    const call = callOf(key);
    const address = addressOf(key);
    const params = paramsSchema(key, call);

    app.route({
      method: address.method,
      url: `/orbita/api${address.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      config: { key, ...(belongsToNoHost(address) ? { surface: 'machine' } : {}) },
      ...(call.bodyLimit === undefined
        ? {}
        : {
            bodyLimit: call.bodyLimit,
            // Before the body is read: a stranger must not fill the memory.
            onRequest: async (request: FastifyRequest) => {
              if (call.auth === 'service') await serviceTenant(house, request);
            },
          }),
      handler: async (request, response) => {
        if (call.idempotent && !headerOf(request, 'idempotency-key')) fail('IDEMPOTENCY_KEY_REQUIRED');
        const rawParams = (request.params ?? {}) as Record<string, unknown>;
        // Providers come to an address of their own, without a host of ours.
        let found = (request.found ?? {}) as FoundHost;
        let service: Service | undefined;
        let session: Session | undefined;
        const concerned = new Set<number>();
        // Every call of a service is kept, reads and refused ones too (spec 17.1): what was read may be personal data.
        const keep = async (outcome: Pick<Reply, 'status' | 'body'>) => {
          if (service) await audit(house, [...concerned], service, request, outcome);
        };
        const refuse = async (code: 'TENANT_MISMATCH' | 'FORBIDDEN' | 'TENANT_REQUIRED') => {
          const refusal = new AppError(code);
          await keep({ status: refusal.status });
          throw refusal;
        };

        if (call.auth === 'service') {
          const caller = await serviceTenant(house, request);
          ({ found, service } = caller);
          request.found = found.tenant ? found : undefined;
          request.caller = { token: service.tokenId ?? 0 };
          if (found.tenant) concerned.add(found.tenant.id);
          if (!caller.agrees) await refuse('TENANT_MISMATCH');
          const { scopes, development } = service;
          if (!development && [call.scope, call.alsoScope].some((one) => one && !scopes.includes(one)))
            await refuse('FORBIDDEN');
          if (!found.tenant && call.scope !== 'platform') await refuse('TENANT_REQUIRED');
        } else if (call.auth !== 'provider' && request.found) {
          checkTenantHeaders(request, found, rawParams);
          checkOrigin(request);
          if (await isForeign(house, found.tenant, request)) fail('TENANT_MISMATCH');
        }
        if (call.auth === 'candidate') {
          session = await readSession(house, found.tenant, request);
          if (!session) fail('UNAUTHENTICATED');
          request.caller = { person: session.personId };
          if (session.scope !== 'candidate' && !call.accessKey) fail('FORBIDDEN');
        }

        try {
          const parsedParams = params.safeParse(rawParams);
          if (!parsedParams.success) fail('NOT_FOUND');
          const parsedQuery = call.query
            ? call.query.safeParse(request.query, { reportInput: true })
            : undefined;
          if (parsedQuery && !parsedQuery.success)
            throw new AppError('VALIDATION', { errors: fieldErrorsOf(parsedQuery.error) });

          const command = (tenantId = found.tenant.id) => ({
            tenantId,
            personId: session?.personId ?? 0,
            address: `${request.method} ${calledAddress(request)}`,
            key: `${reachOf(service)}${(headerOf(request, 'idempotency-key') ?? '').slice(0, 200)}`,
            body: request.body,
            requestId: request.id,
          });
          let body: { value: unknown } | undefined;
          const ctx = {
            house,
            tenant: found.tenant,
            host: found.host,
            requestId: request.id,
            ip: request.ip,
            request,
            header: (name: string) => headerOf(request, name),
            params: parsedParams.data,
            query: parsedQuery?.data ?? {},
            body() {
              if (!body) {
                const parsed = call.body?.safeParse(request.body ?? undefined, { reportInput: true });
                if (parsed && !parsed.success)
                  throw new AppError('VALIDATION', { errors: fieldErrorsOf(parsed.error) });
                body = { value: parsed?.data };
              }
              return body.value;
            },
            async file() {
              const part = await request.file().catch((error: unknown) => {
                if (error instanceof AppError) throw error;
              });
              if (!part)
                throw new AppError('VALIDATION', { errors: [{ field: 'file', message: 'Obrigatório.' }] });
              return { name: part.filename, mimetype: part.mimetype, stream: part.file };
            },
            get session() {
              if (!session) throw new Error(`${key} has no session`);
              return session;
            },
            maybeSession: () => readSession(house, found.tenant, request),
            get service() {
              if (!service) throw new Error(`${key} has no service token`);
              return service;
            },
            concerns: (tenantId: number) => concerned.add(tenantId),
            once: (work: Parameters<Ctx['once']>[0]) => runOnce(house, command(), work),
            command: (tenantId: number) =>
              headerOf(request, 'idempotency-key') ? command(tenantId) : undefined,
            onceAcross: (work: Parameters<Ctx['onceAcross']>[0]) => runOnceAcross(house, command(), work),
          };

          const answer = await handler(ctx as unknown as Ctx);
          await keep(answer);
          return send(house, key, response, answer);
        } catch (error) {
          if (error instanceof AppError) await keep({ status: error.status });
          // A database that is away would only be waited for a second time.
          else if (error instanceof DatabaseUnavailable)
            void keep({ status: UNAVAILABLE }).catch(() => undefined);
          // What failed us may fail the audit, too: the first failure is the one to tell.
          else await keep({ status: INTERNAL }).catch(() => undefined);
          throw error;
        }
      },
    });
  }
}

/** Only what the protocol promises leaves: unknown fields are dropped, a broken promise is our failure. */
function send(house: House, key: CallKey, response: FastifyReply, answer: Reply): FastifyReply {
  const shape = callOf(key).responses[answer.status];
  // A refusal that is an answer of its own, or the replay of one.
  if (answer.status >= 400) response.request.refusal = (answer.body as { code?: string } | undefined)?.code;
  response.code(answer.status);
  if (answer.headers) response.headers(answer.headers);
  for (const { name, value, maxAge, path, httpOnly, sameSite } of answer.cookies ?? []) {
    response.setCookie(name, value, {
      path,
      sameSite,
      httpOnly: httpOnly ?? false,
      secure: response.request.protocol === 'https' || !house.config.development,
      ...(maxAge === undefined ? {} : { maxAge }),
    });
  }
  if (answer.body === undefined) return response.send();
  if (
    answer.body instanceof Buffer ||
    (typeof answer.body === 'object' && answer.body !== null && 'pipe' in answer.body)
  ) {
    return response.send(answer.body);
  }
  // A refusal replayed from the idempotency store has the envelope's shape, not the call's.
  if (!shape && answer.status >= 400) return response.send(answer.body);
  const checked = shape?.safeParse(answer.body);
  if (!checked?.success) {
    house.log.error(
      { key, status: answer.status, issues: checked?.error?.issues },
      'answer breaks the protocol',
    );
    fail('INTERNAL');
  }
  return response.send(checked.data);
}
