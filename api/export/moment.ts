import type { Moment } from '@orbita/domain/export';

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

/** An instant as a cell, to the minute, by the clock of the tenant's zone. */
export function moment(at: Date, zone: string): Moment {
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0] = formatOf(zone)
    .format(at)
    .split(/\D+/)
    .map(Number);
  return { wall: Date.UTC(year, month - 1, day, hour, minute) };
}

/** A yes-or-no value as a cell. */
export const yesOrNo = (is: boolean): string => (is ? 'Sim' : 'Não');
