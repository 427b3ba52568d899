export type Channel = 'email' | 'sms';
/** A contact a code can go to; not told in full, or not at all where documents are not told apart. */
export type Contact = { channel: Channel; masked: string | null };
export type Sent = { id: string; masked: string | null; expiresIn: number; resendIn: number };
export type Asked = { channels: Contact[] } | Sent;
