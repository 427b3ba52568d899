import { formatDate, formatTime } from '@orbita/domain/foundation';

/** `20/01/2026` of an instant. */
export const dayOf = (iso: string): string => formatDate(iso);

/** `14h00`. */
export const hourOf = (iso: string): string => formatTime(iso).replace(':', 'h');
