export type Channel = 'email' | 'sms';

/** `access-key` links open the application (only to confirmed contacts), `plain` ones lead to the sign-in. */
export type LinkKind = 'access-key' | 'plain' | 'none';

export interface Wording {
  subject: string;
  body: readonly string[];
  sms?: string;
  /** Label of its own for the button. */
  action?: string;
  /** Goes to somebody who is written to by e-mail alone, whatever channels the others have. */
  mailOnly?: true;
}

export interface Template {
  /** Every channel that is sent; `either` sends one of them, the one the person chose. */
  channels: readonly Channel[];
  either?: true;
  to: 'person' | 'guardian' | 'both';
  link: LinkKind;
  /** Label of the button of an e-mail. */
  action?: string;
  /** Wordings by `data.variante`; the first one when none is named. */
  wordings: Readonly<Record<string, Wording>>;
}

/** Label of the button of a message that only asks to go on. */
export const CONTINUE = 'Continuar';
/** To the person, by e-mail alone. */
export const mail = { channels: ['email'], to: 'person' } as const;
/** To the person, by e-mail and SMS. */
export const both = { channels: ['email', 'sms'], to: 'person' } as const;

/** Wordings of a template that has only one. */
export const one = (subject: string, body: readonly string[], sms?: string): Record<string, Wording> => ({
  default: { subject, body, ...(sms && { sms }) },
});
