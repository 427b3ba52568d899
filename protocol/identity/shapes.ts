import { z } from 'zod';
import { isoDateTime, text } from '../foundation/index.ts';

/** Kinds of identity document an account may have (spec 5.1). */
export const documentType = z.enum(['cpf', 'rne', 'passport']).meta({ id: 'DocumentType' });

/** A token with its end; every such answer also sets the companion cookie (spec 4.2). */
export const accessToken = z
  .object({ accessToken: text, expiresAt: isoDateTime })
  .meta({ id: 'AccessToken' });

/** A confirmation sent to a contact whose address is shown masked (spec 5.4). */
export const challenge = z.object({ challengeId: text, masked: text }).meta({ id: 'Challenge' });

/** Where a code may be sent. */
export const codeChannel = z.enum(['email', 'sms', 'whatsapp']).meta({ id: 'CodeChannel' });

/** Contacts a code can go to; `masked` is null where it must not be shown whether the document is known (spec 5.1). */
export const codeChannels = z
  .object({ channels: z.array(z.object({ channel: codeChannel, masked: text.nullable() })) })
  .meta({ id: 'CodeChannels' });

/** Seconds a sent code is valid, and until another one may be asked for. */
export const codeTimes = {
  masked: text.nullable(),
  expiresIn: z.number().int(),
  resendIn: z.number().int(),
};
