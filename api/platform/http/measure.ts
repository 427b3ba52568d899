import { createHash, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../platform.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * Whether an `Authorization` header may read the installation's metrics: outside development only the key of `/metrics` may.
 */
export const mayMeasure = ({ config }: Platform, authorization: string | undefined): boolean =>
  config.development ||
  (config.metricsKey !== undefined &&
    timingSafeEqual(hashOf(authorization ?? ''), hashOf(`Bearer ${config.metricsKey}`)));
