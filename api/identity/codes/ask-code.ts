import { check, firstName, normaliseDocument, shownName } from '@orbita/domain/foundation';
import { documentRules, maskContact } from '@orbita/domain/identity';
import type { ParsedBody } from '@orbita/protocol';
import { AppError, fail, invalid } from '../../platform/http/errors.ts';
import { whatsAppOf } from '../../platform/whatsapp-accounts.ts';
import {
  type ChallengeOrder,
  createChallenge,
  createDecoy,
  phoneOr,
  type SentChallenge,
} from '../challenge.ts';
import { findByDocument, type Known } from '../find-by-document.ts';
import { askerOf, hidden } from '../sign-in-events.ts';
import { askCaptcha, checkKind, type RequestContext, takeSend, takeUnproven } from '../sign-in-limits.ts';
import { mayTell } from '../told.ts';

export type Asked = ParsedBody<'POST /platform/auth/code/tenants/{tenant}/challenges'>;
type Channel = 'email' | 'sms' | 'whatsapp';
type Purpose = {
  purpose: 'sign-in' | 'reset';
  template: 'N-02' | 'N-03';
  linkPage?: ChallengeOrder['linkPage'];
  /** The signed-in person, if any: codes requested by others don't count against them. */
  asker?: string | undefined;
};
/** The document a code was sent for; stored until the code is used. */
export type CodePayload = { documentType: Asked['documentType']; document: string };
export type SentCode = Omit<SentChallenge, 'masked'> & { masked: string | null };

/** Channels a code can be sent by; WhatsApp only if the institution has a template for codes. */
const channelsOf = ({ platform, tenant }: Pick<RequestContext, 'platform' | 'tenant'>): readonly Channel[] =>
  whatsAppOf(platform.config.whatsapp, tenant.alias)?.code ? ['email', 'sms', 'whatsapp'] : ['email', 'sms'];
const contactOf = (known: Known | undefined, channel: Channel): string | null =>
  (channel === 'email' ? known?.email : known?.cell_phone) ?? null;

/** Undoes the count if sending fails (spec 5.1). */
async function counted<T>(giveBack: () => Promise<unknown>, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/**
 * Handles a request for a code to sign in with or to reset the password (spec 5.1, S-03, S-07): without a channel it returns
 * the masked contacts; with one it sends the code. When answers are neutral, known and unknown documents take the same steps
 * and get the same answers. Without a valid captcha token the limits are lower.
 */
export async function askCode(
  request: RequestContext,
  body: Asked,
  { purpose, template, linkPage, asker }: Purpose,
): Promise<{ channels: { channel: Channel; masked: string | null }[] } | SentCode> {
  const { platform, tenant } = request;
  checkKind(request, body.documentType);
  invalid(check(body, documentRules(body.documentType)));
  const { documentType, channel } = body;
  if (channel && !channelsOf(request).includes(channel))
    invalid([{ field: 'channel', message: 'Valor inválido.' }]);
  const document = normaliseDocument(documentType, body.document);
  const subject = `${documentType}:${document}`;
  const action = purpose === 'sign-in' ? 'code' : 'reset';
  const proven = (await askCaptcha(request, body.captchaToken, action)) === 'passed';
  const known = await findByDocument(platform.db.tenant(tenant.id), documentType, document);
  const neutral = !(await mayTell(request, subject, { surprise: !known }));
  if (!known && !neutral) fail('USER_NOT_FOUND');
  if (!channel) {
    const channels = channelsOf(request).filter((one) => neutral || contactOf(known, one));
    return {
      channels: channels.map((one) => ({
        channel: one,
        masked: neutral ? null : maskContact(one, contactOf(known, one) ?? ''),
      })),
    };
  }
  const recipient = contactOf(known, channel);
  if (!recipient && !neutral) invalid([{ field: 'channel', message: 'Valor inválido.' }]);
  await takeSend(request);
  const giveBack = proven ? async () => undefined : await takeUnproven(request, subject);
  const what = {
    purpose,
    ...phoneOr(channel),
    subject: hidden(request, subject),
    ...(asker === undefined ? { asker: askerOf(request) } : { asker, pace: 'own' as const }),
  };
  return counted(giveBack, async () => {
    if (!known || !recipient) return { ...(await createDecoy(request, what)), masked: null };
    const payload: CodePayload = { documentType, document };
    const sent = await createChallenge(request, {
      ...what,
      recipient,
      template,
      greeted: firstName(shownName({ name: known.name, socialName: known.social_name })),
      personId: known.person_id,
      payload,
      quiet: neutral,
      ...(linkPage ? { linkPage } : {}),
    });
    return { ...sent, masked: neutral ? null : sent.masked };
  });
}

/** The same error with a message for the channel that failed. */
export const inWordsOf = (error: unknown, text: string): unknown =>
  error instanceof AppError && error.code === 'SEND_FAILED'
    ? new AppError('SEND_FAILED', { message: text })
    : error;
