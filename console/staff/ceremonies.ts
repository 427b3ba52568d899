import { madeCredential, shownCredential } from '@orbita/client/passkeys.ts';
import type { Body } from '@orbita/protocol';
import { call } from '../base/api.ts';
import type { Me } from '../base/me.ts';

type Sent = Body<'POST /operations/staff/passkeys/sign-in'>;
type Shown = Extract<Sent, { credential: { response: { signature: string } } }>;
type Made = Extract<Sent, { credential: { response: { attestationObject: string } } }>;
type Begun = { challengeId: string; options: Record<string, unknown> };

/** Uses a passkey of this device. Throws the device's or the server's refusal. */
async function show(): Promise<Shown> {
  const { challengeId, options } = await call('POST /operations/staff/passkeys/options', { quiet: true });
  return { challengeId, credential: await shownCredential<Shown['credential']>(options) };
}

async function make({ challengeId, options }: Begun): Promise<Made> {
  return { challengeId, credential: await madeCredential<Made['credential']>(options) };
}

/** Signs in with a passkey of this device (spec 25.2.2). */
export async function enterByPasskey(): Promise<Me> {
  return call('POST /operations/staff/passkeys/sign-in', { body: await show(), quiet: true });
}

/** Confirms the signed-in person's identity with a passkey (spec 25.2.4). */
export async function confirmByPasskey(): Promise<void> {
  const body = { passkey: await show() };
  await call('POST /operations/staff/me/reauthentication', { body });
}

/** Accepts an invite with a newly created passkey, which also signs in. */
export async function acceptByPasskey(invite: string): Promise<Me> {
  const body = { invite, method: 'passkey' as const };
  const begun = await call('POST /operations/staff/invites/acceptance', { body, quiet: true });
  if (!('options' in begun)) throw new Error('Options of a passkey were asked for, and something else came');
  return call('POST /operations/staff/passkeys/sign-in', { body: await make(begun), quiet: true });
}

/** Creates a passkey on this device for the signed-in person. */
export async function registerPasskey(): Promise<void> {
  const begun = await call('POST /operations/staff/me/passkeys', { body: {} });
  if (!('options' in begun)) throw new Error('Options of a passkey were asked for, and something else came');
  await call('POST /operations/staff/me/passkeys', { body: await make(begun) });
}
