import { type Config, clientSecret } from '../../platform/config.ts';
import type { SocialPort } from '../../platform/ports.ts';
import { createGraph } from './graph.ts';
import { createOpenId } from './openid.ts';

/** Social sign-in over the providers' own protocols: OpenID Connect for Google and LinkedIn, the Graph API for Facebook. */
export const createSocial = (config: Config): SocialPort => ({
  knows: (provider, client) => clientSecret(config.social[provider].secrets, client) !== undefined,
  ...createOpenId(config, () => performance.now()),
  ...createGraph(config),
});
