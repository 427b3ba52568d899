import { escapeHtml } from '@orbita/domain/foundation';
import { SmsNotSent } from '../../platform/ports.ts';
import { type FormGateway, filledTemplate } from '../../platform/sms-gateways.ts';
import { askGateway, kindOfStatus, type SmsOrder, type SmsReport, textAt } from './outcome.ts';

/** Returns how values are escaped in a body of this type, so that message text can't become part of its structure. */
function writer(type: string): (value: string) => string {
  if (type.includes('x-www-form-urlencoded')) return encodeURIComponent;
  if (type.includes('xml')) return escapeHtml;
  return (value) => JSON.stringify(value).slice(1, -1);
}

/** Sends through any gateway that accepts one message per request. @throws SmsNotSent */
export async function sendByForm(
  { url, method, headers, body: template, accepted }: FormGateway,
  { to, text, reference, template: name }: SmsOrder,
): Promise<void> {
  // Header names in any case.
  const sent = new Headers(headers);
  const type = sent.get('content-type') ?? 'application/json';
  sent.set('content-type', type);
  const values = { to, digits: to.replace(/\D/g, ''), text, reference, template: name };
  const { status, body } = await askGateway(url, {
    method,
    headers: sent,
    body: filledTemplate(template, values, writer(type)),
  });
  if (status < 200 || status > 299)
    throw new SmsNotSent(kindOfStatus(status), `The gateway answered ${status}`);
  if (!accepted) return;
  const said = textAt(body, accepted.place);
  if (said === undefined) throw new SmsNotSent('unknown', `The gateway answered no ${accepted.place}`);
  if (!accepted.values.includes(said)) throw new SmsNotSent('permanent', 'The gateway refused the message');
}

/** Reads a report at the places named in the configuration; undefined if there is nothing there. */
export function readFormReport({ report }: FormGateway, body: unknown): SmsReport | undefined {
  const reference = report && textAt(body, report.reference);
  const status = report && textAt(body, report.status);
  if (!report || !reference || status === undefined) return undefined;
  const outcome = report.delivered.includes(status)
    ? 'delivered'
    : report.failed.includes(status)
      ? 'failed'
      : 'passing';
  return { reference, outcome, reason: status.slice(0, 80) };
}
