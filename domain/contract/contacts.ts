/** Contacts to which an acceptance code may be sent. */
export type AcceptanceChannel = 'email' | 'sms';

export interface PartyContacts {
  email: string | null;
  cellPhone: string | null;
  /** Confirmed by a code, or imported by the institution (spec 5.1). */
  emailConfirmed: boolean;
  cellPhoneConfirmed: boolean;
}

/**
 * Registered contacts an acceptance code may be sent to (spec 13.2). Once one is confirmed, unconfirmed ones do not
 * count: somebody who opened a link could have added their own contact and would confirm with it.
 */
export function acceptanceContacts(of: PartyContacts): { channel: AcceptanceChannel; to: string }[] {
  const known = [
    { channel: 'email' as const, to: of.email, confirmed: of.emailConfirmed },
    { channel: 'sms' as const, to: of.cellPhone, confirmed: of.cellPhoneConfirmed },
  ].filter(({ to }) => Boolean(to));
  const proven = known.filter(({ confirmed }) => confirmed);
  return (proven.length > 0 ? proven : known).map(({ channel, to }) => ({ channel, to: to as string }));
}
