import { generateKeyPairSync, sign } from 'node:crypto';

/* DER (ITU-T X.690), as far as a certificate needs it. */

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const object = (hex: string): Buffer => der(6, Buffer.from(hex, 'hex'));
const COMMON_NAME = object('550403');
const ECDSA_WITH_SHA256 = sequence(object('2a8648ce3d040302'));
const SUBJECT_ALT_NAME = object('551d11');

/** Years until 2049 are written with two digits (RFC 5280, 4.1.2.5.1). */
const time = (at: Date): Buffer =>
  der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
const nameOf = (text: string): Buffer =>
  sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));

/**
 * A self-signed certificate with its key (PEM, EC P-256), valid for 127.0.0.1 from 2020 until the given instant, at most
 * 2049. Its name is the only thing in which two certificates need differ.
 */
export function selfSigned(name: string, until: Date): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const address = der(0x87, Buffer.from([127, 0, 0, 1]));
  const extensions = sequence(sequence(SUBJECT_ALT_NAME, der(4, sequence(address))));
  const content = sequence(
    der(0xa0, der(2, Buffer.from([2]))),
    der(2, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    nameOf(name),
    sequence(time(new Date('2020-01-01T00:00:00Z')), time(until)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = sequence(content, ECDSA_WITH_SHA256, der(3, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
