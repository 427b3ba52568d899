import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Client } from './harness.ts';

const b64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

/** CBOR as far as a credential needs it: integers, texts, bytes, maps. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number): Buffer =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([name, inner]) => [cbor(name), cbor(inner as never)]),
  ]);
}

export type Claims = {
  /** Origin of the page that the authenticator believes to be on. */
  origin: string;
  rpId: string;
  /** True when face, finger or PIN was checked. */
  verified: boolean;
  counter: number;
  /** True when a manager copies the passkey to the person's other devices. */
  backedUp: boolean;
};

/** A software authenticator: creates a key pair and signs challenges. */
export class Authenticator {
  readonly #key: KeyObject;
  readonly #public: KeyObject;
  readonly id = randomBytes(32);
  readonly #claims: Claims;
  userHandle: string | undefined;

  constructor(host: string, claims: Partial<Claims> = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#public = publicKey;
    this.#claims = {
      origin: `http://${host}`,
      rpId: host,
      verified: true,
      counter: 0,
      backedUp: false,
      ...claims,
    };
  }

  #clientData = (type: string, challenge: string, claims: Claims): string =>
    b64(JSON.stringify({ type, challenge, origin: claims.origin, crossOrigin: false }));

  #data(claims: Claims, attested?: Buffer): Buffer {
    const backup = claims.backedUp ? 0x18 : 0;
    const flags = 0x01 | (claims.verified ? 0x04 : 0) | backup | (attested ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(claims.counter);
    return Buffer.concat([sha(claims.rpId), Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)]);
  }

  /** Result of `navigator.credentials.create`. */
  create(challenge: string, change: Partial<Claims> = {}) {
    const claims = { ...this.#claims, ...change };
    const { x = '', y = '' } = this.#public.export({ format: 'jwk' });
    const cose = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(cose)]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.#data(claims, attested)],
    ]);
    return {
      id: b64(this.id),
      rawId: b64(this.id),
      type: 'public-key' as const,
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, claims),
        attestationObject: b64(cbor(attestation)),
        transports: ['internal'],
      },
    };
  }

  /** Result of `navigator.credentials.get`. */
  get(challenge: string, change: Partial<Claims> = {}) {
    const claims = { ...this.#claims, ...change };
    const clientDataJSON = this.#clientData('webauthn.get', challenge, claims);
    const data = this.#data(claims);
    const signed = Buffer.concat([data, sha(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: b64(this.id),
      rawId: b64(this.id),
      type: 'public-key' as const,
      response: {
        clientDataJSON,
        authenticatorData: b64(data),
        signature: b64(createSign('sha256').update(signed).sign(this.#key)),
        ...(this.userHandle ? { userHandle: this.userHandle } : {}),
      },
    };
  }
}

/** Options of a new passkey for the signed-in person. */
export async function beginPasskey(client: Client) {
  const { body } = await client.call('POST /platform/auth/passkeys/registrations');
  const user = body.options.user as { id: string };
  return { registrationId: body.registrationId, challenge: String(body.options.challenge), userId: user.id };
}

/** Registers a passkey of `authenticator` for the signed-in person. */
export async function addPasskey(client: Client, authenticator: Authenticator) {
  const { registrationId, challenge, userId } = await beginPasskey(client);
  authenticator.userHandle = userId;
  return client.call('POST /platform/auth/passkeys', {
    body: { registrationId, credential: authenticator.create(challenge) },
  });
}

/** Creates a passkey for the signed-in person; returns its id. */
export const createPasskey = async (client: Client, host: string): Promise<string> =>
  (await addPasskey(client, new Authenticator(host))).body.passkeyId;

/** Signs in with a passkey; `change` alters the authenticator's answer. */
export async function enterByPasskey(
  client: Client,
  authenticator: Authenticator,
  change: Partial<Claims> = {},
  tenant = 'alfa',
) {
  const begun = await client.call('POST /platform/auth/passkeys/tenants/{tenant}/challenges', {
    params: { tenant },
  });
  const challenge = String(begun.body.options?.challenge);
  const credential = authenticator.get(challenge, change);
  const send = () =>
    client.call('POST /platform/auth/passkeys/tenants/{tenant}/signin', {
      params: { tenant },
      body: { challengeId: begun.body.challengeId, credential },
    });
  return { answer: await send(), again: send };
}
