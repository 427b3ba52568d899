import { madeCredential, shownCredential } from '@orbita/client/passkeys.ts';
import type { Body } from '@orbita/protocol';
import { call } from '../base/api.ts';
import type { Me } from '../base/me.ts';

type Sent = Body<'POST /operations/staff/passkeys/sign-in'>;
type Shown = Extract<Sent, { credential: { response: { signature: string } } }>;
type Made = Extract<Sent, { credential: { response: { attestationObject: string } } }>;
type Begun = { challengeId: string; options: Record<string, unknown> };

/** Shows a passkey of this device. Throws what the device or the server refused with. */
async function show(): Promise<Shown> {
  const { challengeId, options } = await call('POST /operations/staff/passkeys/options', { quiet: true });
  return { challengeId, credential: await shownCredential<Shown['credential']>(options) };
}

async function make({ challengeId, options }: Begun): Promise<Made> {
  return { challengeId, credential: await madeCredential<Made['credential']>(options) };
}

/** Signs in by a passkey of this device (spec 25.2.2). */
export async function enterByPasskey(): Promise<Me> {
  return call('POST /operations/staff/passkeys/sign-in', { body: await show(), quiet: true });
}

/** Confirms by a passkey who is signed in (spec 25.2.4). */
export async function confirmByPasskey(): Promise<void> {
  const body = { passkey: await show() };
  await call('POST /operations/staff/me/reauthentication', { body });
}

/** Accepts an invite by a passkey that is made for it, which signs in. */
export async function acceptByPasskey(invite: string): Promise<Me> {
  const body = { invite, method: 'passkey' as const };
  const begun = await call('POST /operations/staff/invites/acceptance', { body, quiet: true });
  if (!('options' in begun)) throw new Error('Options of a passkey were asked for, and something else came');
  return call('POST /operations/staff/passkeys/sign-in', { body: await make(begun), quiet: true });
}

/** Makes a passkey on this device for whoever is signed in. */
export async function registerPasskey(): Promise<void> {
  const begun = await call('POST /operations/staff/me/passkeys', { body: {} });
  if (!('options' in begun)) throw new Error('Options of a passkey were asked for, and something else came');
  await call('POST /operations/staff/me/passkeys', { body: await make(begun) });
}
