import { type FieldError, TEXTS } from '@orbita/domain/foundation';
import type { Answer } from '@orbita/protocol';

export type TestPlace = Answer<'GET /candidate/poles/{poleId}/scheduling'>[number];
export type TestDay = TestPlace['dates'][number];
export type TestSlot = TestDay['slots'][number];

/** What is chosen so far, each as the value of its control; empty = not yet. */
export type SlotValues = { place: string; date: string; hour: string };

/** Why something cannot be chosen: every slot is taken, or the only free one is booked already. */
export type Closed = 'full' | 'own';

const slotsOf = (place: TestPlace): TestSlot[] => place.dates.flatMap(({ slots }) => slots);

/** Why none of these slots can be chosen (S-14); undefined when one can. `own` is the slot that is booked. */
export function closedBy(slots: readonly TestSlot[], own?: number): Closed | undefined {
  if (slots.some(({ id, available }) => available && id !== own)) return undefined;
  return slots.some(({ id }) => id === own) ? 'own' : 'full';
}

/** Why nothing at a place can be chosen (S-14). */
export const placeClosedBy = (place: TestPlace, own?: number): Closed | undefined =>
  closedBy(slotsOf(place), own);

/** True when a test can be booked, or moved, at any of the places (S-14). */
export const anyOpen = (places: readonly TestPlace[], own?: number): boolean =>
  places.some((place) => placeClosedBy(place, own) === undefined);

/** The chosen place and day, as far as they are chosen. */
export function chosenOf(places: readonly TestPlace[], { place: id, date }: SlotValues) {
  const place = places.find(({ campusSchedulingId }) => String(campusSchedulingId) === id);
  return { place, day: place?.dates.find((day) => day.date === date) };
}

/**
 * What of a choice is still possible with the places as they are now (S-14): a lost place takes its day along, a lost day
 * its hour. The only place is chosen by itself.
 */
export function stillPossible(values: SlotValues, places: readonly TestPlace[], own?: number): SlotValues {
  const only = places.length === 1 ? String(places[0]?.campusSchedulingId) : '';
  const wanted = { ...values, place: chosenOf(places, values).place ? values.place : only };
  const { place, day } = chosenOf(places, wanted);
  if (!place || placeClosedBy(place, own)) return { place: '', date: '', hour: '' };
  if (!day || closedBy(day.slots, own)) return { place: wanted.place, date: '', hour: '' };
  const slot = day.slots.find(({ id }) => String(id) === values.hour);
  return { ...wanted, hour: slot && !closedBy([slot], own) ? values.hour : '' };
}

const ORDER = ['place', 'date', 'hour'] as const;

/** Place, day and hour are all needed (S-14). */
export const slotProblems = (values: SlotValues): FieldError[] =>
  ORDER.filter((field) => !values[field]).map((field) => ({ field, message: TEXTS.required }));
