import { z } from 'zod';
import { day, defineCalls, id, isoDateTime, named, pathId, text } from '../foundation/index.ts';

/**
 * Test slot; `available` means that this application can book it: it has a free seat and is at the application's pole (spec 9.1).
 */
const slot = { id, dataHora: isoDateTime, available: z.boolean() };
const place = { campusSchedulingId: id, campusScheduling: text };

/** Place where the test is held, with its days and times (spec 9.1). */
export const testPlace = named('TestPlace', {
  ...place,
  campusPolo: text,
  address: text.nullable(),
  dates: z.array(z.object({ date: day, slots: z.array(z.object(slot)) })),
});

/** Test slot of an offer at any place (spec 9.1). */
const testSlot = z.object({ ...slot, ...place }).meta({ id: 'TestSlot' });

/** Booked test (spec 9.1). */
export const bookedTest = z
  .object({ hour: z.object({ id, dataHora: isoDateTime }), ...place, campusPolo: text })
  .meta({ id: 'BookedTest' });

/** Booking the scheduled test (S-14). */
export const scheduleCalls = defineCalls({
  'GET /candidate/poles/{poleId}/scheduling': {
    summary:
      'Places, days and hours of the test at a pole; past slots and those beginning within 2 h are absent',
    accessKey: true,
    query: z.object({ offerId: pathId, subscriptionId: pathId }),
    responses: { 200: z.array(testPlace) },
  },
  'GET /candidate/offers/schedules/by-offer/{offerId}': {
    summary: 'All test slots of the offer of an application, at every place, soonest first',
    accessKey: true,
    query: z.object({ subscriptionId: pathId }),
    responses: { 200: z.array(testSlot) },
  },
  'PUT /candidate/subscriptions/{id}/scheduling': {
    summary: 'Book the test, or move it to another slot; the slot that is booked already changes nothing',
    accessKey: true,
    body: z.object({ hourId: id }),
    responses: { 200: bookedTest },
    errors: ['SLOT_FULL', 'RESCHEDULE_LIMIT', 'TRANSITION_NOT_ALLOWED'],
  },
});
