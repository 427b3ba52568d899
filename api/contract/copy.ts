import { randomUUID } from 'node:crypto';
import { shownVerificationCode } from '@orbita/domain/contract';
import { formatDate, shownName } from '@orbita/domain/foundation';
import { type EnrolmentRow, findEnrolment } from '../enrolment/store.ts';
import { hostOf, pageAddress } from '../messaging/address.ts';
import { notify, type Recipient } from '../messaging/notify.ts';
import type { Tx } from '../platform/database/types.ts';
import { storeSealed } from '../platform/files/storage.ts';
import type { Platform } from '../platform/platform.ts';
import { type SubscriptionState, stateOf } from '../subscription/facts.ts';
import { type DueCopy, keepCopy } from './copy-store.ts';
import type { EvidencePage } from './evidence.ts';
import { makeInThread } from './pdf-in-thread.ts';
import type { Made } from './pdf-thread.ts';
import { sha256 } from './render.ts';
import { type AcceptanceCopy, acceptanceById } from './store.ts';

type Accepted = { state: SubscriptionState; person: EnrolmentRow; acceptance: AcceptanceCopy };

async function acceptedOf(
  platform: Platform,
  tenantId: number,
  copy: Pick<DueCopy, 'id' | 'subscription_id'>,
): Promise<Accepted> {
  const on = platform.db.tenant(tenantId);
  const state = await stateOf(on, copy.subscription_id);
  const person = await findEnrolment(on, copy.subscription_id);
  const acceptance = await acceptanceById(on, copy.id);
  if (!state || !person || !acceptance) throw new Error(`Acceptance ${copy.id} is not whole`);
  return { state, person, acceptance };
}

/** Where anybody can verify the copy; null for acceptances without a code. */
async function verificationOf(platform: Platform, tenantId: number, { state, acceptance }: Accepted) {
  const { verification_code: code } = acceptance;
  const host = code && (await hostOf(platform, tenantId, state.institution_id));
  if (!code || !host) return null;
  return { code: shownVerificationCode(code), url: pageAddress(platform, host, `/verificar/${code}`) };
}

async function evidenceOf(platform: Platform, tenantId: number, accepted: Accepted): Promise<EvidencePage> {
  const { state, person, acceptance } = accepted;
  return {
    identifier: acceptance.contract,
    hash: acceptance.html_hash,
    acceptedAt: acceptance.accepted_at,
    timeZone: state.time_zone,
    ip: acceptance.observed.ip,
    method: acceptance.sign_in_method,
    candidate: person.name,
    guardian: acceptance.guardian && { name: acceptance.guardian.name, cpf: acceptance.guardian.cpf },
    subscriptionId: state.id,
    confirmation: acceptance.observed.confirmation,
    link: acceptance.observed.link,
    verification: await verificationOf(platform, tenantId, accepted),
  };
}

const pdfOf = async (platform: Platform, tenantId: number, accepted: Accepted): Promise<Made> =>
  makeInThread(tenantId, {
    html: accepted.acceptance.html,
    title: accepted.acceptance.title,
    evidence: await evidenceOf(platform, tenantId, accepted),
  });

/** Contents of the evidence page of an acceptance. */
export const evidenceOfAcceptance = async (
  platform: Platform,
  tenantId: number,
  of: Pick<DueCopy, 'id' | 'subscription_id'>,
): Promise<EvidencePage> => evidenceOf(platform, tenantId, await acceptedOf(platform, tenantId, of));

async function sendCopies(
  tx: Tx,
  platform: Platform,
  { state, person, acceptance }: Accepted,
  pdf: { key: string; hash: string },
): Promise<void> {
  const { guardian } = acceptance;
  const common = {
    template: 'N-16' as const,
    personId: state.person_id,
    subscriptionId: state.id,
    dedupe: `${state.id}:${acceptance.id}`,
    data: {
      data: formatDate(acceptance.accepted_at, state.time_zone),
      nome_candidato: shownName({ name: person.name, socialName: person.social_name }),
    },
    attachments: [{ key: pdf.key, name: `contrato-${state.id}.pdf`, type: 'application/pdf' }],
  };
  notify(tx, platform, common);
  if (!guardian) return;
  const recipients: Recipient[] = [
    { channel: 'email', to: guardian.email, name: guardian.name, link: false },
  ];
  notify(tx, platform, {
    ...common,
    dedupe: `${common.dedupe}:guardian`,
    data: { ...common.data, variante: 'responsavel' },
    recipients,
  });
}

/** The PDF of an acceptance cannot be built, or does not contain everything that was accepted; retrying would not help. */
export class CannotBeMade extends Error {}

/** Why there is no PDF, for the log; without any of the contract text, which is personal. */
const reasonOf = (made: Exclude<Made, { pdf: Uint8Array }>): string =>
  'failure' in made ? made.failure : 'the PDF does not say all that was accepted';

/**
 * Creates and stores the PDF of an acceptance, records it and sends it to candidate and guardian (N-16). A process that dies in
 * between leaves a file that no row refers to, which the storage sweep removes. Throws `CannotBeMade`, or the error of the
 * database or the file store.
 */
export async function makeCopy(platform: Platform, tenantId: number, copy: DueCopy): Promise<void> {
  const accepted = await acceptedOf(platform, tenantId, copy);
  const made = await pdfOf(platform, tenantId, accepted);
  if (!('pdf' in made)) throw new CannotBeMade(reasonOf(made));
  const content = Buffer.from(made.pdf);
  const hash = sha256(content);
  // The random suffix of the key keeps the files of two simultaneous runs apart.
  const end = `${hash.slice(7)}-${randomUUID().slice(0, 8)}.pdf`;
  const key = `tenants/${tenantId}/contracts/${copy.subscription_id}/${end}`;
  await storeSealed(platform, tenantId, key, content);
  const kept = await platform.db.write(tenantId, async (tx) => {
    const row = await keepCopy(tx, copy, { key, hash });
    if (row) await sendCopies(tx, platform, accepted, { key, hash });
    return row;
  });
  if (!kept) await platform.files.delete(key).catch(() => undefined);
}
