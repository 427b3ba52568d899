import type { FastifyInstance, FastifyReply } from 'fastify';
import { playFaults } from '../faults.ts';
import type { World } from '../world.ts';
import { loaderScript, releaseScript, TOKEN_PREFIX } from './script.ts';

interface Facts {
  action?: string | undefined;
  hostname?: string | undefined;
}

const failure = (...codes: string[]) => ({ success: false, 'error-codes': codes });

/** What a token of the script says about its page; a made-up token says nothing. */
const factsOf = (token: string): Facts => {
  if (!token.startsWith(TOKEN_PREFIX)) return {};
  try {
    const text = Buffer.from(token.slice(TOKEN_PREFIX.length), 'base64url').toString();
    const { action, hostname } = JSON.parse(text) as Facts;
    return { action, hostname };
  } catch {
    return {};
  }
};

/**
 * `GET /api.js`, the release it loads, and `POST /siteverify`, form or JSON. Token `fail` is refused; the script's tokens work
 * once.
 */
export function captchaRoutes(app: FastifyInstance, world: World): void {
  playFaults(app, world.faults, 'captcha');
  const used = new Set<string>();

  const script = (reply: FastifyReply, text: string) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(text);
  app.get('/api.js', async (request, reply) => {
    const { render = '' } = request.query as { render?: string };
    return script(reply, loaderScript(`release.js?${new URLSearchParams({ render })}`));
  });
  app.get('/release.js', async (request, reply) => {
    const { render = '' } = request.query as { render?: string };
    return script(reply, releaseScript(render));
  });

  app.post('/siteverify', async (request) => {
    const { secret, response } = (request.body ?? {}) as { secret?: string; response?: string };
    if (!secret) return failure('missing-input-secret');
    if (!response) return failure('missing-input-response');
    if (response === 'fail') return failure('invalid-input-response');
    if (used.has(response)) return failure('timeout-or-duplicate');
    if (response.startsWith(TOKEN_PREFIX)) used.add(response);
    return {
      ...{ success: true, score: 0.9, ...factsOf(response), challenge_ts: world.clock.now().toISOString() },
      ...(world.strange.is('captcha-other-action') ? { action: 'outra' } : {}),
      ...(world.strange.is('captcha-other-host') ? { hostname: 'outro.exemplo.test' } : {}),
    };
  });
}
