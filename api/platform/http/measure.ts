import { createHash, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../platform.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * True when an `Authorization` header may read metrics of the installation: outside development only the key
 * of `/metrics` may.
 */
export const mayMeasure = ({ config }: Platform, authorization: string | undefined): boolean =>
  config.development ||
  (config.metricsKey !== undefined &&
    timingSafeEqual(hashOf(authorization ?? ''), hashOf(`Bearer ${config.metricsKey}`)));
