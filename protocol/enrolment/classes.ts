import { z } from 'zod';
import { day, defineCalls, id, isoDateTime, named, text } from '../foundation/index.ts';
import { statusNumber } from '../subscription/index.ts';

/** Class that can be chosen; `slots` are its free seats (spec 12.4). */
const academicClass = named('AcademicClass', {
  id,
  name: text,
  shift: z.enum(['manha', 'tarde', 'noite', 'integral']),
  weekdays: text,
  startDate: day,
  startTime: text.nullable(),
  endTime: text.nullable(),
  place: text.nullable(),
  slots: z.number().int().nonnegative(),
});

/** Classes of an application; `slots` are the free seats of all of them (spec 12.4). */
const classChoice = named('ClassChoice', {
  selectedClass: academicClass.nullable(),
  availableClasses: z.array(academicClass),
  slots: z.number().int().nonnegative(),
  expiration: isoDateTime.nullable(),
  showInfo: z.boolean(),
});

export const classCalls = defineCalls({
  'GET /candidate/subscriptions/{id}/classes': {
    summary: 'Classes to choose from, with their free places',
    accessKey: true,
    responses: { 200: classChoice },
  },
  'PUT /candidate/subscriptions/{id}/class': {
    summary: 'Choose a class: reserves a place until the expiration',
    accessKey: true,
    body: z.object({ academicClassId: id }),
    responses: {
      200: z.object({
        selectedClass: academicClass,
        expiration: isoDateTime.nullable(),
        status: statusNumber,
      }),
    },
    errors: ['TRANSITION_NOT_ALLOWED', 'CLASS_UNAVAILABLE'],
  },
});
