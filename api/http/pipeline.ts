import { type CallKey, callOf } from '@orbita/protocol';
import { type Address, addressOf, type Call } from '@orbita/protocol/foundation';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { requireProof } from '../identity/proof/fresh.ts';
import { asOneCall, type Standing } from '../platform/database/one-call.ts';
import { fail } from '../platform/http/errors.ts';
import type { Route } from '../platform/http/route.ts';
import type { Platform } from '../platform/platform.ts';
import { hiddenInView } from '../staff/views/hidden.ts';
import { openAudit } from './audit.ts';
import { authorise } from './authorise.ts';
import { comesFromConsole, consoleHost, guardConsole, isOfConsole } from './console-guard.ts';
import { headerOf } from './header.ts';
import { isShownAsHtml, sendHtml } from './html-errors.ts';
import { type Caller, identify } from './identify.ts';
import { parserOf } from './parse.ts';
import { run } from './run.ts';
import { send } from './send.ts';
import { limitSession } from './session-limits.ts';

/** Whether a call needs no registered host: calls of service tokens and providers, and health. */
const belongsToNoHost = ({ path }: Address, { auth }: Call): boolean =>
  auth === 'service' || auth === 'provider' || path.endsWith('/health');

/** On which hosts a call is available; without a surface, on those of candidates. */
function surfaceOf(key: CallKey, address: Address, call: Call): { surface?: 'machine' | 'console' } {
  if (isOfConsole(key, call)) return { surface: 'console' };
  return belongsToNoHost(address, call) ? { surface: 'machine' } : {};
}

const FORM_BYTES = 32 * 1024;

/** Registers a route that accepts forms; no other one does, because any page may send a form anywhere. */
const withForms = (app: FastifyInstance, registered: RouteOptions): void =>
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, text: string, done) => done(null, Object.fromEntries(new URLSearchParams(text))),
    );
    scope.route(registered);
  });

/** Registers a route that receives JSON as raw bytes. */
const withBytes = (app: FastifyInstance, registered: RouteOptions): void =>
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, bytes),
    );
    scope.route(registered);
  });

/** Registers one route for each call of the protocol. */
export function registerRoutes(app: FastifyInstance, platform: Platform, routes: readonly Route[]): void {
  for (const route of routes) {
    const { key } = route;
    const call = callOf(key);
    const address = addressOf(key);
    const registered: RouteOptions = {
      method: address.method,
      url: `/orbita/api${address.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      config: { key, ...surfaceOf(key, address, call) },
      onRequest: guards(platform, key, call),
      ...(call.bodyLimit === undefined ? {} : { bodyLimit: call.bodyLimit }),
      handler: answering(platform, route, call),
    };
    if (call.form) withForms(app, registered);
    else if (call.signed) withBytes(app, registered);
    else app.route(registered);
    if (call.override)
      app.route({ ...registered, method: 'POST', constraints: { override: address.method } });
  }
}

/**
 * Refusals before a body is read: cross-site pages at the console, and, if the body may be large, callers without a valid token.
 */
function guards(platform: Platform, key: CallKey, call: Call) {
  const ofConsole = isOfConsole(key, call);
  return async (request: FastifyRequest): Promise<void> => {
    const byCookie = call.auth === 'service' && comesFromConsole(platform, request);
    if (ofConsole || byCookie) {
      await consoleHost(platform, request);
      guardConsole(request, call);
    }
    // The caller is checked here and again after the body, because a token can end meanwhile.
    if (call.bodyLimit !== undefined && call.auth === 'service') await identify(platform, call, request);
  };
}

/**
 * Counts the calls of a tenant in progress; not those without a tenant, nor those of providers, whose notices are about money.
 */
function enterCrowd({ crowd }: Platform, tenant: number | undefined, standing: Standing): () => void {
  return tenant === undefined ? () => undefined : crowd.enter(tenant, standing);
}

const isView = (caller: Caller): boolean => caller.auth === 'candidate' && caller.session.view !== undefined;

/** Processes a call step by step, in the order of checks of spec 2.3. */
function answering(platform: Platform, route: Route, call: Call) {
  const parse = parserOf(route.key, call);
  const answer = async (
    request: FastifyRequest,
    response: FastifyReply,
    caller: Caller,
  ): Promise<FastifyReply> => {
    limitSession(platform, route.key, caller);
    const audit = openAudit(platform, caller, request);
    try {
      authorise(route.key, call, caller, platform.clock.now());
      if (call.freshProof === true && caller.auth === 'candidate')
        await requireProof({ platform, tenant: caller.at.tenant, session: caller.session });
      const input = parse(request);
      const found = await run(platform, route, { caller, input, audit, request });
      const answer = isView(caller) ? hiddenInView(route.key, found) : found;
      await audit.answered(answer);
      return send(platform, route.key, response, answer);
    } catch (error) {
      await audit.failed(error);
      if (call.htmlErrors === 'paragraphs' && isShownAsHtml(error)) return sendHtml(response, error);
      throw error;
    }
  };
  return async (request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> => {
    if (call.idempotent && !headerOf(request, 'idempotency-key')) fail('IDEMPOTENCY_KEY_REQUIRED');
    const atHost = request.found?.tenant.id;
    // Before anything is read for the call, because refusing must cost next to nothing.
    const isNew = call.auth === 'public' && request.headers.authorization === undefined;
    const standing = isNew && atHost !== undefined ? 'newcomer' : 'inside';
    let leave = enterCrowd(platform, atHost, standing);
    try {
      return await asOneCall(standing, async () => {
        const caller = await identify(platform, call, request);
        if (atHost === undefined && caller.auth === 'service')
          leave = enterCrowd(platform, caller.tenant?.id, 'newcomer');
        return answer(request, response, caller);
      });
    } finally {
      leave();
    }
  };
}
