const kept = new Map<string, Intl.DateTimeFormat>();

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = kept.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('pt-BR', {
    ...{ timeZone: zone, hourCycle: 'h23' },
    ...{ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  });
  kept.set(zone, made);
  return made;
};

/** A moment as a cell, in the tenant's zone: `12/01/2026 10:00`. */
export const moment = (at: Date, zone: string): string => formatOf(zone).format(at).replace(', ', ' ');

/** Whether something holds, as a cell. */
export const yesOrNo = (is: boolean): string => (is ? 'Sim' : 'Não');
