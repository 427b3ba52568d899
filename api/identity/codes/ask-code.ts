import { check, firstName, normaliseDocument, shownName } from '@orbita/domain/foundation';
import { documentRules, maskContact } from '@orbita/domain/identity';
import type { ParsedBody } from '@orbita/protocol';
import { AppError, fail, invalid } from '../../platform/http/errors.ts';
import { type ChallengeOrder, createChallenge, createDecoy, type SentChallenge } from '../challenge.ts';
import {
  askCaptcha,
  checkKind,
  countUnknown,
  isNeutral,
  takeSend,
  takeUnproven,
  type Visit,
} from '../door.ts';
import { hidden } from '../door-events.ts';
import { findByDocument, type Known } from '../find-by-document.ts';

export type Asked = ParsedBody<'POST /platform/auth/code/tenants/{tenant}/challenges'>;
type Channel = 'email' | 'sms';
type Purpose = {
  purpose: 'sign-in' | 'reset';
  template: 'N-02' | 'N-03';
  linkPage?: ChallengeOrder['linkPage'];
};
/** Whom a code was sent for; kept until it is used. */
export type CodePayload = { documentType: Asked['documentType']; document: string };
export type SentCode = Omit<SentChallenge, 'masked'> & { masked: string | null };

const CHANNELS: readonly Channel[] = ['email', 'sms'];
const contactOf = (known: Known | undefined, channel: Channel): string | null =>
  (channel === 'email' ? known?.email : known?.cell_phone) ?? null;

/** Failed sends do not count (spec 5.1). */
async function counted<T>(giveBack: () => Promise<unknown>, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    await giveBack();
    throw error;
  }
}

/**
 * A code to sign in with or to reset the password (spec 5.1, S-03, S-07): without a channel the contacts on file,
 * masked; with one the code is on its way. Where documents are not told apart, known and unknown ones take the same
 * steps and get the same answers. Without a good captcha token fewer are sent.
 */
export async function askCode(
  visit: Visit,
  body: Asked,
  { purpose, template, linkPage }: Purpose,
): Promise<{ channels: { channel: Channel; masked: string | null }[] } | SentCode> {
  const { house, tenant } = visit;
  checkKind(visit, body.documentType);
  invalid(check(body, documentRules(body.documentType)));
  const { documentType, channel } = body;
  const document = normaliseDocument(documentType, body.document);
  const subject = `${documentType}:${document}`;
  const proven = (await askCaptcha(visit, body.captchaToken)) === 'passed';
  const neutral = await isNeutral(visit);
  const known = await findByDocument(house.db.tenant(tenant.id), tenant.id, documentType, document);
  if (!known) {
    await countUnknown(visit, subject);
    if (!neutral) fail('USER_NOT_FOUND');
  }
  if (!channel) {
    const channels = CHANNELS.filter((one) => neutral || contactOf(known, one));
    return {
      channels: channels.map((one) => ({
        channel: one,
        masked: neutral ? null : maskContact(one, contactOf(known, one) ?? ''),
      })),
    };
  }
  const recipient = contactOf(known, channel);
  if (!recipient && !neutral) invalid([{ field: 'channel', message: 'Valor inválido.' }]);
  takeSend(visit);
  const giveBack = proven ? async () => undefined : await takeUnproven(visit, subject);
  const what = { purpose, channel, subject: hidden(visit, subject) };
  return counted(giveBack, async () => {
    if (!known || !recipient) return { ...(await createDecoy(visit, what)), masked: null };
    const payload: CodePayload = { documentType, document };
    const sent = await createChallenge(visit, {
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

/** The same refusal in the words of the channel that failed. */
export const inWordsOf = (error: unknown, text: string): unknown =>
  error instanceof AppError && error.code === 'SEND_FAILED'
    ? new AppError('SEND_FAILED', { message: text })
    : error;
