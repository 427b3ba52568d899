import { isDeepStrictEqual } from 'node:util';
import { dayInZone, normaliseZipCode } from '@orbita/domain/foundation';
import type { AccessChange } from '@orbita/domain/identity';
import {
  type Address,
  addressChanged,
  type ForeignAddress,
  foreignAddressErrors,
  normalisedForeignAddress,
  verifiedAfter,
} from '@orbita/domain/person';
import { STATUS } from '@orbita/domain/subscription';
import { holdSession } from '../caller/end-session.ts';
import { requireProofIfAny } from '../identity/proof/ways.ts';
import { greetingCookies, secondsLeft } from '../identity/session-reply.ts';
import { takeTelling } from '../identity/told.ts';
import { accessState } from '../identity/undo/state.ts';
import { tellChange } from '../identity/undo/tell.ts';
import { sqlState, type Tx, UNIQUE_VIOLATION } from '../platform/database/types.ts';
import type { Ctx, Reply } from '../platform/http/context.ts';
import { AppError, fail, invalid } from '../platform/http/errors.ts';
import { reply } from '../platform/http/route.ts';
import { moveSubscription } from '../subscription/move.ts';
import { ownSubscription } from '../subscription/own.ts';
import { goOnIfComplete } from './go-on.ts';
import {
  lockedChanges,
  mergedAddress,
  mergedForeignAddress,
  mergedPerson,
  type NormalPerson,
  normalisedAddress,
  normalisedPerson,
  personErrors,
  replacesForLink,
  storedAddress,
  typedAddressErrors,
} from './person-form.ts';
import { presentPerson } from './present.ts';
import { cityById } from './reference.ts';
import {
  type AddressChange,
  type ForeignAddressRow,
  findPerson,
  hasOtherWayIn,
  linkDocument,
  type PersonRow,
  saveAddress,
  saveForeignAddress,
  updateDocument,
  updatePerson,
} from './store.ts';

type PutCtx = Ctx<'PUT /candidate/users/{personId}/person-data'>;

const isByLink = ({ session }: PutCtx): boolean => session.scope !== 'candidate';

/** Changes in the form that affect where codes are sent, or with which document the person signs in. */
function accessChanges(row: PersonRow, next: NormalPerson): AccessChange[] {
  const documents = (['rne', 'passport', 'cpf'] as const).some(
    (type) => next[type] !== null && next[type] !== row[type],
  );
  const moved = next.document !== row.document || next.documentType !== row.document_type;
  return [
    ...(row.email === null && next.email !== null ? (['email'] as const) : []),
    ...(row.cell_phone === null && next.cellPhone !== null ? (['cell-phone'] as const) : []),
    ...(documents || moved ? (['document'] as const) : []),
  ];
}

/**
 * Requires a proof of identity if the form would add a contact or change a sign-in document (spec 5.5), because a borrowed
 * session must not be able to. A person who has nothing to prove their identity with may add the first one; a link session only
 * fills in contacts to which no codes are sent (`byLink`).
 */
async function checkProof(ctx: PutCtx, row: PersonRow, next: NormalPerson): Promise<void> {
  if (isByLink(ctx) || accessChanges(row, next).length === 0) return;
  await requireProofIfAny(ctx);
}

/** The address to store, verified against the postal service; null when it does not change. */
async function addressToStore(
  ctx: PutCtx,
  row: PersonRow,
  address: Address | undefined,
): Promise<AddressChange | null> {
  const before = storedAddress(row);
  if (!address || (before && !addressChanged(before, address))) return null;
  // Without a response the address is stored as unverified: an outage of the service must not block anybody.
  const found = await ctx.platform.ports.zip.find(normaliseZipCode(address.zipCode)).catch(() => undefined);
  return { ...normalisedAddress(address), verified: verifiedAfter(before, address, found ?? null) };
}

/** An address outside Brazil to store, without a look-up; null when it does not change. */
function foreignToStore(row: PersonRow, address: ForeignAddress | undefined): ForeignAddressRow | null {
  const next = address && normalisedForeignAddress(address);
  return next && !isDeepStrictEqual(next, row.foreign_address) ? next : null;
}

type Homes = { address: AddressChange | null; abroad: ForeignAddressRow | null };

async function store(
  tx: Tx,
  ctx: PutCtx,
  row: PersonRow,
  next: NormalPerson,
  { address, abroad }: Homes,
): Promise<void> {
  const now = ctx.platform.clock.now();
  const changes = accessChanges(row, next);
  const before = changes.length > 0 ? await accessState(tx, row.id) : undefined;
  await updatePerson(
    tx,
    row.id,
    { ...next, byLink: isByLink(ctx) && (await hasOtherWayIn(tx, row.id)) },
    now,
  );
  if (next.document !== row.document || next.documentType !== row.document_type) {
    await updateDocument(tx, row.account_id, next.documentType, next.document);
  }
  for (const type of ['cpf', 'rne', 'passport'] as const) {
    const document = next[type];
    if (next.documentType === type || document === null || document === row[type]) continue;
    await linkDocument(tx, row, type, document, now);
  }
  if (address) await saveAddress(tx, row.id, address);
  if (abroad) await saveForeignAddress(tx, row.id, abroad);
  for (const kind of changes) if (before) await tellChange(ctx, tx, row.id, { kind, before });
}

/** A subscription that was waiting for data moves on once it is complete (TR-03); until then it stays. */
async function judgeAgain(tx: Tx, ctx: PutCtx, subscriptionId: number): Promise<void> {
  const command = { subscriptionId, event: 'information-completed', actor: 'candidate' } as const;
  await goOnIfComplete(tx, () => moveSubscription(tx, ctx.platform, command));
}

/** Documents that a change adds, as subjects for rate limits; each may turn out to belong to somebody else. */
const added = (row: PersonRow, next: NormalPerson): string[] => [
  ...(next.document !== row.document || next.documentType !== row.document_type
    ? [`${next.documentType}:${next.document}`]
    : []),
  ...(['cpf', 'rne', 'passport'] as const).flatMap((type) =>
    next.documentType === type || next[type] === null || next[type] === row[type]
      ? []
      : [`${type}:${next[type]}`],
  ),
];

/**
 * The refusal of a new document reveals that it belongs to somebody, so it counts towards the same limits as at sign-in (spec
 * 5.1).
 */
const asLinked =
  (ctx: PutCtx, subjects: readonly string[]) =>
  async (error: unknown): Promise<never> => {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    for (const subject of subjects) await takeTelling(ctx, subject, { surprise: true });
    return fail('SOCIAL_ALREADY_LINKED');
  };

/** Changes the caller's own personal data (spec 6.1, 6.3); with `subsId`, that subscription is checked again. */
export async function changePersonData(ctx: PutCtx): Promise<Reply> {
  const { platform, tenant, session, params, query } = ctx;
  if (params.personId !== session.personId) fail('NOT_FOUND');
  const subscription = query.subsId === undefined ? undefined : await ownSubscription(ctx, query.subsId);
  const db = platform.db.tenant(tenant.id);
  const row = (await findPerson(db, session.personId, session.accountId)) ?? fail('NOT_FOUND');
  const body = ctx.body();

  const values = mergedPerson(row, body);
  const next = normalisedPerson(values);
  if (session.scope !== 'candidate' && replacesForLink(row, next)) fail('FORBIDDEN');
  const address = mergedAddress(row, body);
  const abroad = mergedForeignAddress(row, body);
  const city = address && (await cityById(platform, address.cityId ?? 0));
  const today = dayInZone(platform.clock.now(), tenant.timeZone);
  const place = subscription ? 'enrolment' : 'profile';
  invalid([
    ...personErrors(body, values, { today, place, usePassport: tenant.flags.usePassport }),
    ...(address ? typedAddressErrors(address, city?.uf) : []),
    ...(abroad ? foreignAddressErrors(abroad, 'foreignAddress.') : []),
    ...(address && abroad ? [{ field: 'foreignAddress', message: 'Valor inválido.' }] : []),
  ]);
  const locked = lockedChanges(row, next);
  if (locked.length > 0) {
    const { message } = new AppError('FIELD_LOCKED');
    fail('FIELD_LOCKED', { errors: locked.map((field) => ({ field, message })) });
  }

  await checkProof(ctx, row, next);
  const subjects = added(row, next);
  for (const subject of subjects)
    if (!(await takeTelling(ctx, subject, { surprise: false }))) fail('RATE_LIMITED');
  const homes = {
    address: await addressToStore(ctx, row, address),
    abroad: foreignToStore(row, abroad),
  };
  const saved = await platform.db
    .write(tenant.id, async (tx) => {
      await holdSession(tx, session);
      await store(tx, ctx, row, next, homes);
      if (subscription?.status === STATUS.PendingInformation) await judgeAgain(tx, ctx, subscription.id);
      return findPerson(tx, session.personId, session.accountId);
    })
    .catch(asLinked(ctx, subjects));
  if (!saved) throw new Error(`Person ${session.personId} is gone`);
  const who = { uuid: saved.uuid, name: saved.name, socialName: saved.social_name };
  const renamed = saved.name !== row.name || saved.social_name !== row.social_name;
  const cookies =
    renamed && session.scope === 'candidate'
      ? { cookies: greetingCookies(who, secondsLeft(platform, session)) }
      : {};
  return reply(200, presentPerson(saved), cookies);
}
