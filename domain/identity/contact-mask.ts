/** Masked e-mail, for people who are not signed in: `b***@e***.br` (spec 5.3, S-03). */
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
export const maskContact = (channel: 'email' | 'sms', value: string): string =>
  channel === 'email' ? maskEmail(value) : maskPhone(value);
