/** Most passkeys a person may have on one host. */
export const PASSKEYS_MOST = 10;

/** Minutes a challenge for the authenticator is good. */
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

/** Name of the device a passkey was made on, by what its browser says of itself. */
export const passkeyLabel = (userAgent: string | undefined): string =>
  DEVICES.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? 'Este dispositivo';
