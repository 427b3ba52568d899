export type Channel = 'email' | 'sms' | 'whatsapp';

/**
 * `access-key` links open the application without sign-in (only sent to confirmed contacts), `plain` ones lead to the sign-in,
 * `undo` reverts a change of contacts or credentials.
 */
type LinkKind = 'access-key' | 'plain' | 'undo' | 'none';

export interface Wording {
  subject: string;
  body: readonly string[];
  sms?: string;
  /** Label of the button, if different from the template's. */
  action?: string;
  /** The recipient gets e-mail only, even if the template has other channels. */
  mailOnly?: true;
  /** Footer below everything else, such as how to unsubscribe. */
  foot?: string;
}

/** A row of a list in a message: a title, a note about it, and where it leads. */
export interface MessageRow {
  title: string;
  note: string;
  /** Full address; left out if the row is not linked. */
  link?: string;
}

/** A paragraph that is replaced by the rows of a message; without rows it is left out. */
export const ROWS = '{linhas}';

export interface Template {
  /** Channels on which to send; with `either`, the one that the person chose. */
  channels: readonly Channel[];
  either?: true;
  to: 'person' | 'guardian' | 'both';
  link: LinkKind;
  /** Label of the button of an e-mail. */
  action?: string;
  /** Texts by `data.variante`; the first one is the default. */
  wordings: Readonly<Record<string, Wording>>;
}

/** Label of the button when the message only asks to continue. */
export const CONTINUE = 'Continuar';
/** To the person, by e-mail only. */
export const mail = { channels: ['email'], to: 'person' } as const;
/** To the person, by e-mail and SMS. */
export const both = { channels: ['email', 'sms'], to: 'person' } as const;

/** Texts of a template with a single variant. */
export const one = (subject: string, body: readonly string[], sms?: string): Record<string, Wording> => ({
  default: { subject, body, ...(sms && { sms }) },
});
