import { type FieldError, TEXTS } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';

export type TestPlace = Answer<'GET /candidate/poles/{poleId}/scheduling'>[number];
type TestSlot = TestPlace['dates'][number]['slots'][number];

/** The chosen slot as the value of its control; empty = none yet. */
export type SlotValues = { hour: string };

/** One line of the list: when, where, and why it cannot be chosen. */
export type SlotLine = {
  slot: TestSlot;
  date: string;
  place: string;
  closed: 'full' | 'own' | undefined;
};

/** Every slot of all places in chronological order (S-14). `own` is the booked slot. */
export function slotLines(places: readonly TestPlace[], own?: number): SlotLine[] {
  const lines = places.flatMap(({ campusScheduling, address, dates }) =>
    dates.flatMap(({ date, slots }) =>
      slots.map(
        (slot): SlotLine => ({
          slot,
          date,
          place: [campusScheduling, address].filter(Boolean).join(', '),
          closed: slot.id === own ? 'own' : slot.available ? undefined : 'full',
        }),
      ),
    ),
  );
  return lines.sort((a, b) => Date.parse(a.slot.dataHora) - Date.parse(b.slot.dataHora));
}

/** True when a test can be booked, or moved, at any of the places (S-14). */
export const anyOpen = (places: readonly TestPlace[], own?: number): boolean =>
  slotLines(places, own).some(({ closed }) => !closed);

/** What remains possible of a choice, given the current places (S-14). */
export function stillPossible({ hour }: SlotValues, places: readonly TestPlace[], own?: number): SlotValues {
  const isOpen = slotLines(places, own).some(({ slot, closed }) => !closed && String(slot.id) === hour);
  return { hour: isOpen ? hour : '' };
}

/** A slot must be chosen (S-14). */
export const slotProblems = ({ hour }: SlotValues): FieldError[] =>
  hour ? [] : [{ field: 'hour', message: TEXTS.required }];
