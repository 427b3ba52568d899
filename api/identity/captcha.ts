import { z } from 'zod';
import type { Config } from '../platform/config.ts';
import type { CaptchaPort } from '../platform/ports.ts';

const TIMEOUT_MS = 3000;
/** Version 3 rates users from 0 to 1; the service itself calls scores below this suspicious. */
const LOWEST_SCORE = 0.3;

const answer = z.object({ success: z.boolean(), score: z.number().optional() });

/** Captcha by the siteverify protocol, with the secret of the host's own key (spec 5.1, 3.9). */
export function createCaptcha({
  captcha: { url, secret: usual },
  namedSecrets,
}: Pick<Config, 'captcha' | 'namedSecrets'>): CaptchaPort {
  return {
    async verify(token, ip, { tenant, secretName }) {
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
        const { success, score } = answer.parse(await response.json());
        return success && (score ?? 1) >= LOWEST_SCORE ? 'passed' : 'refused';
      } catch {
        return 'unavailable';
      }
    },
  };
}
