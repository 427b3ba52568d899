import { routeOf } from '@orbita/domain/subscription';
import type { Subscription } from './queries.ts';

/** Address of an application by its type (spec 4.1). */
export const stepRoute = (s: Pick<Subscription, 'applicationType' | 'id'>): string =>
  routeOf(s.applicationType, s.id);
