import { TEMPLATES, type TemplateId } from '@orbita/domain/messaging';
import { z } from 'zod';
import { defineCalls, named, text, typed } from '../../foundation/index.ts';

const ids = Object.keys(TEMPLATES) as [TemplateId, ...TemplateId[]];

/** Message of the product: its recipients, its channels, and whether an institution may add a paragraph. */
const template = named('MessageTemplate', {
  id: text,
  title: text,
  to: z.enum(['person', 'guardian', 'both', 'staff']),
  channels: z.array(z.enum(['email', 'sms', 'whatsapp'])),
  /** Names of its text variants, if it has several; the first is the usual one. */
  variants: z.array(text),
  mayHaveParagraph: z.boolean(),
});

/** Message texts, and how they read with an institution's wording (spec 25.15). */
export const templateCalls = defineCalls({
  'GET /operations/message-templates': {
    summary: 'Every message that the product sends, by its number',
    scope: 'messages.read',
    responses: { 200: z.object({ data: z.array(template) }) },
  },
  'POST /operations/message-templates/{template}/preview': {
    summary: 'A message with invented data, as an institution would send it; sends and stores nothing',
    scope: 'messages.read',
    params: z.object({ template: z.enum(ids) }),
    body: z.object({
      institution: typed(60).min(1),
      variant: typed(40).optional(),
      /** Replaces the paragraph and signature of the catalogue; empty means none. */
      paragraph: typed(600).optional(),
      signature: typed(300).optional(),
    }),
    responses: {
      200: z.object({
        subject: text,
        text,
        html: text,
        sms: text.nullable(),
        fromName: text,
        replyTo: text.nullable(),
      }),
    },
  },
});
