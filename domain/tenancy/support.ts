import { hasShape } from './payment-settings.ts';

/** Support contact as the parameter holds it (spec 3.2). */
export interface SupportWhatsapp {
  enabled: boolean;
  title: string;
  description?: string;
  /** Digits with country and area code. */
  phone?: string;
  message?: string;
  hours?: string;
}

export const DEFAULT_SUPPORT: SupportWhatsapp = { enabled: false, title: 'Problemas com a matrícula?' };

const isText = (most: number) => (value: unknown) =>
  value === undefined || (typeof value === 'string' && value.length <= most);

/** True for a contact whose every field is known, of its type and within its limits. */
export const isSupportWhatsapp = hasShape({
  enabled: (value) => typeof value === 'boolean',
  title: (value) => typeof value === 'string' && value.trim() !== '' && value.length <= 200,
  description: isText(500),
  phone: (value) => value === undefined || (typeof value === 'string' && /^\d{10,15}$/.test(value)),
  message: isText(500),
  hours: isText(200),
});
