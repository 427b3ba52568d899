import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { type Config, clientSecret, type SocialClient } from '../../platform/config.ts';
import { ProviderUnavailable, SocialRefused, type SocialSubject } from '../../platform/ports.ts';
import { GRAPH_OUTAGES } from './quirks.ts';

const TIMEOUT_MS = 5_000;

const debugged = z.object({
  data: z.object({
    app_id: z.string().optional(),
    is_valid: z.boolean(),
    user_id: z.string().optional(),
  }),
});
const refusal = z.object({ error: z.object({ code: z.number(), is_transient: z.boolean().optional() }) });
const me = z.object({ id: z.string().min(1) });

/** Facebook's Graph API client: checks whose token it is and that it was issued for our application. */
export function createGraph(config: Pick<Config, 'social'>) {
  const { graphUrl, secrets } = config.social.facebook;

  const ask = async (path: string, query: Record<string, string>): Promise<unknown> => {
    let response: Response;
    try {
      response = await fetch(`${graphUrl}${path}?${new URLSearchParams(query)}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
    } catch (error) {
      throw new ProviderUnavailable('Graph does not answer', { cause: error });
    }
    if (response.status >= 500 || response.status === 429)
      throw new ProviderUnavailable(`Graph answered ${response.status}`);
    const body: unknown = await response.json().catch((error) => {
      throw new ProviderUnavailable('Graph answered no JSON', { cause: error });
    });
    if (response.ok) return body;
    const { code, is_transient: passes } = refusal.safeParse(body).data?.error ?? {};
    const Failure = passes || GRAPH_OUTAGES.includes(code ?? 0) ? ProviderUnavailable : SocialRefused;
    throw new Failure(`Graph answered ${response.status}, code ${code}`);
  };

  return {
    async inspect(client: SocialClient, token: string): Promise<SocialSubject> {
      const { clientId } = client;
      const secret = clientSecret(secrets, client) ?? '';
      const checked = debugged.safeParse(
        await ask('/debug_token', { input_token: token, access_token: `${clientId}|${secret}` }),
      );
      if (!checked.success || !checked.data.data.is_valid || checked.data.data.app_id !== clientId)
        throw new SocialRefused('The token is not one of our application');
      const owner = me.safeParse(
        await ask('/me', {
          fields: 'id',
          access_token: token,
          appsecret_proof: createHmac('sha256', secret).update(token).digest('hex'),
        }),
      );
      if (!owner.success || owner.data.id !== checked.data.data.user_id)
        throw new SocialRefused('The token names nobody');
      return { subject: owner.data.id };
    },
  };
}
