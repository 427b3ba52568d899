import { isoInZone } from '@orbita/domain/foundation';

/** A moment in the zone of its tenant, or null. */
export const instant = (at: Date | null, zone: string): string | null => at && isoInZone(at, zone);
