import { templateValue } from '@orbita/domain/messaging';
import { type WhatsAppMessage, WhatsAppNotSent } from '../../platform/ports.ts';
import type { WhatsAppTemplate } from '../../platform/whatsapp-accounts.ts';

type Data = Readonly<Record<string, string | number | null | undefined>>;
type Composed = Pick<WhatsAppMessage, 'template' | 'values' | 'button'>;

/** A code in the form an authentication template needs: in its text, and again for the button that copies it. */
export const composeCode = (template: { name: string; language: string }, code: string): Composed => ({
  template,
  values: [{ text: code }],
  button: code,
});

/**
 * A message's values in the form its template needs. If one is missing, or the link isn't below the address of the template's
 * button, the message takes another channel.
 * @throws WhatsAppNotSent
 */
export function compose({ name, language, values, buttonBase }: WhatsAppTemplate, data: Data): Composed {
  const given = (our: string): string => {
    const value = templateValue(String(data[our] ?? ''));
    if (value === '') throw new WhatsAppNotSent('elsewhere', `The message has no value ${our}`);
    return value;
  };
  const restOf = (base: string): string => {
    const link = given('link');
    if (!link.startsWith(base) || link === base)
      throw new WhatsAppNotSent('elsewhere', "The link is not at the address of the template's button");
    return link.slice(base.length);
  };
  return {
    template: { name, language },
    values: Array.isArray(values)
      ? values.map((our) => ({ text: given(our) }))
      : Object.entries(values).map(([parameter, our]) => ({ name: parameter, text: given(our) })),
    ...(buttonBase === undefined ? {} : { button: restOf(buttonBase) }),
  };
}
