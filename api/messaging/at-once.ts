import { renderNotification, type TemplateId } from '@orbita/domain/messaging';
import type { HostContext } from '../platform/http/context.ts';
import type { Platform } from '../platform/platform.ts';
import { WhatsAppNotSent } from '../platform/ports.ts';
import { whatsAppOf } from '../platform/whatsapp-accounts.ts';
import { hostFacts } from '../tenancy/settings.ts';
import { letterheadOf } from './letterhead.ts';
import { composeCode } from './whatsapp/compose.ts';

export type MessageAtOnce = {
  /** WhatsApp is for codes only; whatever it refuses is sent by SMS. */
  channel: 'email' | 'sms' | 'whatsapp';
  /** Normalised e-mail address or phone number. */
  to: string;
  template: TemplateId;
  /** First name of the recipient; '' when unknown. */
  greeted: string;
  data: Record<string, string>;
  /** Identifier of the message; stays the same if it is sent again. */
  reference: string;
};

/**
 * Sends a code or link while the person waits, and stores nothing, because the message itself grants access (spec 16.3). Call
 * it outside transactions.
 * @throws if the mail or SMS service refuses.
 */
export async function sendAtOnce(
  { platform, tenant, host }: Pick<HostContext, 'platform' | 'tenant' | 'host'>,
  { channel, to, template, greeted, data, reference }: MessageAtOnce,
): Promise<void> {
  const { settings, brandName } = await hostFacts(platform, { tenant, host });
  const { head, own } = await letterheadOf(platform, tenant.id, {
    template,
    institutionId: host.institutionId,
    name: brandName,
    theme: host.theme,
  });
  const message = renderNotification(
    template,
    { ...data, nome: greeted, instituicao: brandName },
    { brand: settings.theme.primary, logo: head.logo !== null, ...own },
  );
  if (channel === 'whatsapp' && (await codeByWhatsApp(platform, tenant.alias, { to, data, reference })))
    return;
  if (channel !== 'email') {
    const text = message.sms ?? message.subject;
    await platform.ports.sms.send({ tenant: tenant.alias, to, text, reference, template });
    return;
  }
  await platform.ports.mail.send({
    messageId: `<${reference}@${host.name}>`,
    template,
    to,
    ...head,
    subject: message.subject,
    text: message.text,
    html: message.html,
    attachments: [],
  });
}

/** Sends a code by WhatsApp; returns false if it definitely wasn't sent. @throws if it may have been. */
async function codeByWhatsApp(
  platform: Platform,
  tenant: string,
  { to, data, reference }: Pick<MessageAtOnce, 'to' | 'data' | 'reference'>,
): Promise<boolean> {
  const template = whatsAppOf(platform.config.whatsapp, tenant)?.code;
  if (!template || !data.codigo) return false;
  try {
    await platform.ports.whatsapp.send({ tenant, to, reference, ...composeCode(template, data.codigo) });
    return true;
  } catch (error) {
    if (!(error instanceof WhatsAppNotSent) || error.kind === 'unknown') throw error;
    platform.log.warn({ err: error, tenant }, 'code goes by SMS, not by WhatsApp');
    return false;
  }
}
