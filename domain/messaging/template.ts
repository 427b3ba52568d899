export type Channel = 'email' | 'sms' | 'whatsapp';

/**
 * `access-key` links open the application (only to confirmed contacts), `plain` ones lead to the sign-in, `undo` takes a
 * change of contacts or ways in back.
 */
type LinkKind = 'access-key' | 'plain' | 'undo' | 'none';

export interface Wording {
  subject: string;
  body: readonly string[];
  sms?: string;
  /** Label of the button, if not the usual one. */
  action?: string;
  /** The recipient gets e-mail only, whatever other channels the template has. */
  mailOnly?: true;
  /** What stands below all else, such as how to get no more of it. */
  foot?: string;
}

/** A line of a list in a message: what it is, what is said of it, and where it leads. */
export interface MessageRow {
  title: string;
  note: string;
  /** Full address; without one the line leads nowhere. */
  link?: string;
}

/** A paragraph in whose place the rows of a message stand; without rows it is left out. */
export const ROWS = '{linhas}';

export interface Template {
  /** Channels to send on; `either` sends on the one the person chose. */
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
