import { isoInZone } from '@orbita/domain/foundation';

/** An instant in the tenant's zone, or null. */
export const instant = (at: Date | null, zone: string): string | null => at && isoInZone(at, zone);
