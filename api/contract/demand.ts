import { createHash } from 'node:crypto';
import {
  type AcceptanceChannel,
  acceptanceContacts,
  acceptanceDemand,
  type Party,
} from '@orbita/domain/contract';
import { dayInZone, isMinorOn } from '@orbita/domain/foundation';
import { maskContact } from '@orbita/domain/identity';
import type { Runner } from '../platform/database/types.ts';
import { fail, invalid } from '../platform/http/errors.ts';
import { settingsReader } from '../subscription/facts.ts';
import { personContacts } from './store.ts';
import type { ContractParts } from './terms.ts';

/** Who accepts, and how they signed in, for the evidence (spec 13.1). */
export type Signer = {
  /** Signed in with an access key of the application, which does not prove who holds it. */
  accessKey: boolean;
  /** How the signer was authenticated: the method of the session, or `guardian-link`. */
  method: string;
  /** The candidate's account and session; null for a guardian, who has none. */
  account: { uuid: string; sessionId: string } | null;
  /** Where and when the guardian's own link was sent. */
  link: { masked: string; sentAt: string } | null;
};

/**
 * Whether the candidate is under 18 today in the tenant's time zone, so that the guardian takes part in the acceptance (spec
 * 13.2).
 */
export const isMinor = ({ enrolment, state, now }: ContractParts): boolean =>
  enrolment.birth_date !== null && isMinorOn(enrolment.birth_date, dayInZone(now, state.time_zone));

/** Who has to accept, and how (spec 13.2). */
export function demandOf(parts: ContractParts, { accessKey }: Pick<Signer, 'accessKey'>) {
  const mode = settingsReader(parts.state.settings)('GuardianAcceptanceMode');
  return acceptanceDemand({
    minor: isMinor(parts),
    accessKey,
    mode: mode === 'declared' ? 'declared' : 'code',
  });
}

/** Contacts of the accepting party to which a code may be sent; empty for a guardian who is not named yet. */
export async function contactsOf(on: Runner, parts: ContractParts, party: Party) {
  if (party === 'candidate') {
    const person = await personContacts(on, parts.state.person_id);
    return person ? acceptanceContacts(person) : [];
  }
  return guardianContacts(parts);
}

/** Contacts of the guardian; empty while no guardian is named. */
export function guardianContacts({ enrolment: { guardian } }: ContractParts) {
  if (!guardian) return [];
  const { email, cellPhone } = guardian;
  return acceptanceContacts({ email, cellPhone, emailConfirmed: false, cellPhoneConfirmed: false });
}

/** The contact of a channel; refuses the field `channel` (422) when there is none. */
export function contactFor<C extends { channel: AcceptanceChannel }>(
  contacts: readonly C[],
  channel: AcceptanceChannel,
): C {
  const contact = contacts.find((one) => one.channel === channel);
  if (contact) return contact;
  invalid([{ field: 'channel', message: 'Este contato não está disponível. Escolha outro.' }]);
  return fail('VALIDATION');
}

/** What the page shows about the required confirmation before the acceptance. */
export async function presentDemand(on: Runner, parts: ContractParts, signer: Pick<Signer, 'accessKey'>) {
  const demand = demandOf(parts, signer);
  const contacts = demand.code ? await contactsOf(on, parts, demand.party) : [];
  return {
    ...demand,
    guardian: demand.party === 'guardian' ? (parts.enrolment.guardian?.name ?? null) : null,
    channels: contacts.map(({ channel, to }) => ({ channel, masked: maskContact(channel, to) })),
  };
}

/**
 * Fingerprint of the person and contact to which a code or link was sent: if either changes, the code or link becomes invalid.
 */
export const markOf = ({ enrolment }: ContractParts, party: Party, to: string): string =>
  createHash('sha256')
    .update(`${party}:${party === 'guardian' ? enrolment.guardian?.cpf : ''}:${to}`)
    .digest('base64url');
