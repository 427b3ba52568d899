/** Masked e-mail for people who are not signed in: `b***@e***.br` (spec 5.3, S-03). */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const ending = domain.split('.').at(-1) ?? '';
  return `${[...name][0] ?? ''}***@${[...domain][0] ?? ''}***.${ending}`;
}

/** Masked phone: `(31) *****-0001`; foreign numbers keep only the last four digits. */
export function maskPhone(phone: string): string {
  if (phone.startsWith('+')) return `+*****${phone.slice(-4)}`;
  return `(${phone.slice(0, 2)}) ${'*'.repeat(Math.max(phone.length - 6, 4))}-${phone.slice(-4)}`;
}

/** Masked contact of a channel. */
export const maskContact = (channel: 'email' | 'sms' | 'whatsapp', value: string): string =>
  channel === 'email' ? maskEmail(value) : maskPhone(value);

/** Masked document, for lists of people: `***.222.333-**` for a CPF, the last three characters of any other. */
export function maskDocument(document: string): string {
  if (/^\d{11}$/.test(document)) return `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`;
  return `${'*'.repeat(Math.max(document.length - 3, 3))}${document.slice(-3)}`;
}
