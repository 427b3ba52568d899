/** Ways a code of acceptance may go. */
export type AcceptanceChannel = 'email' | 'sms';

export interface PartyContacts {
  email: string | null;
  cellPhone: string | null;
  /** A code sent there was used, or the institution imported it (spec 5.1). */
  emailConfirmed: boolean;
  cellPhoneConfirmed: boolean;
}

/**
 * Registered contacts a code of acceptance may be sent to (spec 13.2). Once one is confirmed the others do not count:
 * whoever came by a link could have filled in a missing one and would confirm with it.
 */
export function acceptanceContacts(of: PartyContacts): { channel: AcceptanceChannel; to: string }[] {
  const known = [
    { channel: 'email' as const, to: of.email, confirmed: of.emailConfirmed },
    { channel: 'sms' as const, to: of.cellPhone, confirmed: of.cellPhoneConfirmed },
  ].filter(({ to }) => Boolean(to));
  const proven = known.filter(({ confirmed }) => confirmed);
  return (proven.length > 0 ? proven : known).map(({ channel, to }) => ({ channel, to: to as string }));
}
