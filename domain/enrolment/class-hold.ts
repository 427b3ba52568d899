/** Minutes before the end of a hold at which the candidate is warned (spec 16.1). */
export const HOLD_WARNING_MINUTES = 5;

export const SHIFTS = { manha: 'Manhã', tarde: 'Tarde', noite: 'Noite', integral: 'Integral' } as const;

/**
 * End of a class reservation: now + `ClassHoldMinutes`; an open charge extends it to its own end, never
 * shortens it (spec 12.2).
 */
export function holdExpiration(chosenAt: Date, minutes: number, openChargeEnd?: Date | null): Date {
  const own = chosenAt.getTime() + minutes * 60_000;
  return new Date(Math.max(own, openChargeEnd?.getTime() ?? 0));
}

/** Whether a reservation has ended; the seat is free again from that instant on. */
export const isHoldOver = (end: Date, now: Date): boolean => now.getTime() >= end.getTime();
