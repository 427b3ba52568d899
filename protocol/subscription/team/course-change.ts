import { z } from 'zod';
import { defineCalls, named, text, typed, typedLine } from '../../foundation/index.ts';
import { decided, seenVersion } from '../../work/index.ts';

/** Courses and poles that an application can change to within its offer (spec 25.6.2). */
const courseOptions = named('CourseOptions', {
  /** Courses with a vacancy at any pole, and the application's own. */
  courses: z.array(z.object({ code: text, name: text })),
  /** Poles with a vacancy for the requested course, and the application's own. */
  poles: z.array(z.object({ code: text, name: text, left: z.number().int().nonnegative() })),
  current: z.object({ courseCode: text, poleCode: text }),
});

/** Change of course or pole at the candidate's request (spec 7.5, 25.6.3). */
export const courseChangeCalls = defineCalls({
  'GET /operations/subscriptions/{id}/course-options': {
    summary: 'Courses and poles of its offer that an application could change to',
    scope: 'subscriptions.decide',
    query: z.object({ course: typed(60).optional() }),
    responses: { 200: courseOptions },
  },
  'POST /operations/subscriptions/{id}/course-change': {
    summary: 'Change course or pole for the candidate, by the rules of her own call',
    scope: 'subscriptions.decide',
    body: z.object({
      courseCode: typedLine(60),
      poleCode: typedLine(60),
      reason: typed(2000),
      /** Version that was seen; required from team members. */
      version: seenVersion,
    }),
    responses: { 200: decided },
    errors: [
      'VERSION_REQUIRED',
      'NO_VACANCIES',
      'CHANGE_UNAVAILABLE',
      'INTAKE_INACTIVE',
      'OFFER_INACTIVE',
      'SUBSCRIPTION_EXISTS',
      'VERSION_CONFLICT',
    ],
  },
});
