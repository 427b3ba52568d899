import type { Config } from '../platform/config.ts';
import type { SmsPort } from '../platform/ports.ts';

const ANSWER_MS = 10_000;

/**
 * Text messages over HTTP. `reference` makes a repeat count as one message. Throws when the service did not
 * accept it.
 */
export function createSms(config: Pick<Config, 'sms'>): SmsPort {
  return {
    async send(message) {
      if (!config.sms.url) throw new Error('No SMS service is configured');
      const answer = await fetch(config.sms.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${config.sms.key}` },
        body: JSON.stringify(message),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The SMS service answered ${answer.status}`);
    },
  };
}
