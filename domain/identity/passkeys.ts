import { deviceName } from './device.ts';

/** Maximum number of passkeys of a person on one host. */
export const PASSKEYS_MOST = 10;

/** Minutes for which a passkey challenge is valid. */
export const PASSKEY_CHALLENGE_MINUTES = 5;

/** Name of the device on which a passkey was created, by its user agent. */
export const passkeyLabel = (userAgent: string | undefined): string =>
  deviceName(userAgent) ?? 'Este dispositivo';
