import { z } from 'zod';
import type { Config } from '../platform/config.ts';
import type { CaptchaPort } from '../platform/ports.ts';

const TIMEOUT_MS = 3000;
/** Version 3 scores users from 0 to 1; the service itself considers scores below this suspicious. */
const LOWEST_SCORE = 0.3;

/** Version 3 reports the action the token was issued for; both versions report the page's host. */
const answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
});

/** Captcha over the siteverify protocol, with the secret that belongs to the host's key (spec 5.1, 3.9). */
export function createCaptcha({
  captcha: { url, secret: usual },
  namedSecrets,
}: Pick<Config, 'captcha' | 'namedSecrets'>): CaptchaPort {
  return {
    async verify(token, ip, { tenant, secretName, action, host }) {
      if (!url) return 'unavailable';
      const secret = secretName === null ? usual : namedSecrets.of(secretName, tenant, url);
      if (secret === undefined) return 'unavailable';
      try {
        const response = await fetch(url, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: token, remoteip: ip }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: 'error',
        });
        if (!response.ok) return 'unavailable';
        const said = answer.parse(await response.json());
        // A token collected on someone else's page, or by another of our forms, doesn't count for this call.
        const here =
          (said.action ?? action) === action && (said.hostname ?? host).toLowerCase() === host.toLowerCase();
        return said.success && here && (said.score ?? 1) >= LOWEST_SCORE ? 'passed' : 'refused';
      } catch {
        return 'unavailable';
      }
    },
  };
}
