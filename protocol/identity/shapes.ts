import { z } from 'zod';
import { isoDateTime, text } from '../foundation/index.ts';

/** Types of identity document that an account can have (spec 5.1). */
export const documentType = z.enum(['cpf', 'rne', 'passport']).meta({ id: 'DocumentType' });

/** Token with its expiry; every response with one also sets the companion cookie (spec 4.2). */
export const accessToken = z
  .object({ accessToken: text, expiresAt: isoDateTime })
  .meta({ id: 'AccessToken' });

/** Confirmation sent to a contact, whose address is shown masked (spec 5.4). */
export const challenge = z.object({ challengeId: text, masked: text }).meta({ id: 'Challenge' });

/** Channels for sending a code. */
export const codeChannel = z.enum(['email', 'sms', 'whatsapp']).meta({ id: 'CodeChannel' });

/**
 * Contacts that a code can be sent to; `masked` is null if the response must not reveal whether the document is known (spec 5.1).
 */
export const codeChannels = z
  .object({ channels: z.array(z.object({ channel: codeChannel, masked: text.nullable() })) })
  .meta({ id: 'CodeChannels' });

/** Seconds for which a sent code is valid, and until another can be requested. */
export const codeTimes = {
  masked: text.nullable(),
  expiresIn: z.number().int(),
  resendIn: z.number().int(),
};
