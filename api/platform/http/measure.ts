import { createHash, timingSafeEqual } from 'node:crypto';
import type { House } from '../house.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Whether an `Authorization` header may read measures of the installation: outside of development by the key of `/metrics` alone. */
export const mayMeasure = ({ config }: House, authorization: string | undefined): boolean =>
  config.development ||
  (config.metricsKey !== undefined &&
    timingSafeEqual(hashOf(authorization ?? ''), hashOf(`Bearer ${config.metricsKey}`)));
