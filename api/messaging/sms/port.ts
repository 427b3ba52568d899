import type { Config } from '../../platform/config.ts';
import { type SmsMessage, SmsNotSent, type SmsPort } from '../../platform/ports.ts';
import { gatewayOf } from '../../platform/sms-gateways.ts';
import { checkGateway } from './check.ts';
import { sendByForm } from './form.ts';
import type { SmsOrder } from './outcome.ts';
import { sendByTwilio } from './twilio.ts';
import { sendByZenvia } from './zenvia.ts';

/** Brazilian numbers are stored without the country code, all others with it (spec 2.4). */
const international = (phone: string): string => (phone.startsWith('+') ? phone : `+55${phone}`);

/** Address for reports about a message; includes its reference, for gateways that don't send ours back. */
export const reportUrl = (base: string, tenant: string, key: string, reference: string): string =>
  `${base}/orbita/api/operations/webhooks/sms/${tenant}/${key}?${new URLSearchParams({ message: reference })}`;

/** Text messages through the tenant's gateway, or the installation's. */
export function createSms({ sms }: Pick<Config, 'sms'>, publicUrl: () => string): SmsPort {
  return {
    async send({ tenant, to, text, reference, template }: SmsMessage) {
      const gateway = gatewayOf(sms, tenant);
      if (!gateway) throw new SmsNotSent('temporary', 'No SMS gateway is configured');
      const order: SmsOrder = {
        to: international(to),
        text,
        reference,
        template,
        reportUrl: gateway.reportKey && reportUrl(publicUrl(), tenant, gateway.reportKey, reference),
      };
      if (gateway.kind === 'twilio') return sendByTwilio(gateway, order);
      if (gateway.kind === 'zenvia') return sendByZenvia(gateway, order);
      return sendByForm(gateway, order);
    },
    async check(tenant) {
      const gateway = gatewayOf(sms, tenant);
      return gateway && { kind: gateway.kind, steps: await checkGateway(gateway) };
    },
  };
}
