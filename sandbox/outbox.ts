import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from './ledger.ts';

/** A message as tests and people see it (spec 17.7). */
export interface OutboxMessage {
  channel: 'email' | 'sms' | 'whatsapp';
  to: string;
  subject?: string;
  text: string;
  html?: string;
  attachments: { name: string; type: string }[];
  template: string | null;
  at: string;
}

interface StoredAttachment {
  name: string;
  type: string;
  size: number;
  file: string;
}

export interface StoredMessage extends Omit<OutboxMessage, 'attachments'> {
  id: string;
  attachments: StoredAttachment[];
}

interface NewMessage extends Omit<OutboxMessage, 'attachments'> {
  /** The provider's own deduplication key: Message-ID and recipient, or the SMS reference. */
  key: string;
  attachments?: { name: string; type: string; content: Buffer }[];
}

export interface Outbox {
  /** Stores a message once per key and returns its id, the existing one for a repeat. */
  keep(message: NewMessage): string;
  /** Newest first; `to` filters by one address or phone number. */
  list(to?: string): StoredMessage[];
  get(id: string): StoredMessage | undefined;
  attachment(id: string, index: number): { name: string; type: string; content: Buffer } | undefined;
  clear(): void;
}

const digits = (text: string): string => text.replace(/\D/g, '');

/** Phones match with or without the country code; addresses regardless of case. */
const sameRecipient = (stored: string, wanted: string): boolean => {
  if (wanted.includes('@') || stored.includes('@')) return stored.toLowerCase() === wanted.toLowerCase();
  const [a, b] = [digits(stored), digits(wanted)];
  return b.length > 0 && (a === b || (b.length >= 10 && a.endsWith(b)) || (a.length >= 10 && b.endsWith(a)));
};

/** The format of spec 17.7, without the sandbox's own storage details. */
export function presentMessage(message: StoredMessage): OutboxMessage {
  const { id: _id, attachments, ...rest } = message;
  return { ...rest, attachments: attachments.map(({ name, type }) => ({ name, type })) };
}

/** Messages in the ledger, with attachment contents as files beside it. */
export function openOutbox(ledger: Ledger, folder: string): Outbox {
  const messages = ledger.table<StoredMessage>('message');
  const files = join(folder, 'attachments');
  mkdirSync(files, { recursive: true });
  const byId = (id: string) => messages.values().find((message) => message.id === id);

  const store = (attachment: { name: string; type: string; content: Buffer }): StoredAttachment => {
    const file = randomUUID();
    writeFileSync(join(files, file), attachment.content);
    return { name: attachment.name, type: attachment.type, size: attachment.content.length, file };
  };

  return {
    keep: ({ key, attachments = [], ...message }) => {
      const known = messages.get(key);
      if (known) return known.id;
      const id = randomUUID();
      messages.put(key, { id, ...message, attachments: attachments.map(store) });
      return id;
    },
    list: (to) => {
      const all = messages.values().reverse();
      return to ? all.filter((message) => sameRecipient(message.to, to)) : all;
    },
    get: byId,
    attachment: (id, index) => {
      const found = byId(id)?.attachments[index];
      return found && { name: found.name, type: found.type, content: readFileSync(join(files, found.file)) };
    },
    clear: () => messages.clear(),
  };
}
