/** Maximum number of passkeys of a person on one host. */
export const PASSKEYS_MOST = 10;

/** Minutes for which a challenge for the authenticator is valid. */
export const PASSKEY_CHALLENGE_MINUTES = 5;

const DEVICES: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** Name of the device on which a passkey was created, by its user agent. */
export const passkeyLabel = (userAgent: string | undefined): string =>
  DEVICES.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? 'Este dispositivo';
