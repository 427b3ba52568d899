import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { playFaults } from '../faults.ts';
import type { World } from '../world.ts';

const APP_ID = 'sim';
const APP_SECRET = 'sandbox-social-secret';

/** `sim:{providerUserId}:{email}` is a token; everything else is not (spec 2.5). */
const ownerOf = (token: unknown): { id: string; email: string } | undefined => {
  const found = typeof token === 'string' ? /^sim:([\w.-]{1,60}):([^\s@]+@\S+)$/.exec(token) : null;
  return found ? { id: found[1] ?? '', email: found[2] ?? '' } : undefined;
};

const refuse = (reply: FastifyReply, code: number, message: string): FastifyReply =>
  reply.code(400).send({ error: { message, type: 'OAuthException', code, fbtrace_id: 'sandbox' } });

/** The script the page loads on demand: like the real one it inserts the window's script as plain text. */
const SDK_LOADER = `(() => {
  const script = document.createElement('script');
  script.async = true;
  script.src = new URL('window.js', document.currentScript.src).href;
  document.head.append(script);
})();
`;

/** The provider's window, simulated by a prompt. */
const SDK = `(() => {
  window.FB = {
    init() {},
    login(done) {
      const name = prompt('Facebook (sandbox): nome da conta');
      done(name
        ? { status: 'connected', authResponse: { accessToken: 'sim:' + name + ':' + name + '@social.test', userID: name } }
        : { status: 'unknown' });
    },
  };
  window.fbAsyncInit?.();
})();
`;

/** Facebook's Graph as far as a sign-in needs it: `debug_token`, `me` and the script of the window. */
export function graphRoutes(app: FastifyInstance, world: World): void {
  playFaults(app, world.faults, 'facebook');

  for (const [name, script] of Object.entries({ 'sdk.js': SDK_LOADER, 'window.js': SDK }))
    app.get(`/${name}`, async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(script),
    );
  app.addHook('preHandler', async (request, reply) => {
    if (world.strange.is('facebook-throttled') && !request.url.includes('.js'))
      return refuse(reply, 4, 'Application request limit reached');
  });
  app.get('/debug_token', async (request, reply) => {
    const { input_token, access_token } = request.query as Record<string, string | undefined>;
    if (access_token !== `${APP_ID}|${APP_SECRET}`) return refuse(reply, 190, 'Invalid OAuth access token.');
    const owner = ownerOf(input_token);
    if (!owner)
      return {
        data: { error: { code: 190, message: 'Malformed access token' }, is_valid: false, scopes: [] },
      };
    return {
      data: { app_id: APP_ID, type: 'USER', application: 'Sandbox', is_valid: true, user_id: owner.id },
    };
  });
  app.get('/me', async (request, reply) => {
    const { access_token, appsecret_proof, fields = 'id,name' } = request.query as Record<string, string>;
    const owner = ownerOf(access_token);
    if (!owner) return refuse(reply, 190, 'Malformed access token');
    const proof = createHmac('sha256', APP_SECRET)
      .update(access_token ?? '')
      .digest('hex');
    if (appsecret_proof !== proof) return refuse(reply, 100, 'Invalid appsecret_proof provided');
    const all: Record<string, string> = { ...owner, name: owner.id };
    return Object.fromEntries(fields.split(',').flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
  });
}
