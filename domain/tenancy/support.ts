import { hasShape } from './payment-settings.ts';

/** Support contact, as stored in the parameter (spec 3.2). */
export interface SupportWhatsapp {
  enabled: boolean;
  title: string;
  description?: string;
  /** Digits including country and area code. */
  phone?: string;
  message?: string;
  hours?: string;
}

export const DEFAULT_SUPPORT: SupportWhatsapp = { enabled: false, title: 'Problemas com a matrícula?' };

const isText = (most: number) => (value: unknown) =>
  value === undefined || (typeof value === 'string' && value.length <= most);

/** Whether the contact's fields are all known, of their type and within their limits. */
export const isSupportWhatsapp = hasShape({
  enabled: (value) => typeof value === 'boolean',
  title: (value) => typeof value === 'string' && value.trim() !== '' && value.length <= 200,
  description: isText(500),
  phone: (value) => value === undefined || (typeof value === 'string' && /^\d{10,15}$/.test(value)),
  message: isText(500),
  hours: isText(200),
});
