/** Kinds of contact that a person has. */
export type ContactChannel = 'email' | 'sms';
export type Channel = ContactChannel | 'whatsapp';
/** A contact a code can be sent to: masked, or unknown when the server must not reveal whether the document exists. */
export type Contact<C extends Channel = Channel> = { channel: C; masked: string | null };
export type Sent = { id: string; masked: string | null; expiresIn: number; resendIn: number };
export type Asked = { channels: Contact[] } | Sent;
