import { NOTE } from '@orbita/domain/subscription';
import { z } from 'zod';
import {
  cursor,
  defineCalls,
  id,
  isoDateTime,
  listOf,
  named,
  pageQuery,
  text,
  typed,
} from '../../foundation/index.ts';

/** Note that somebody at the institution wrote about an application; the person gets it with their data copy. */
const note = named('Note', {
  id,
  subscriptionId: id,
  text,
  by: text,
  at: isoDateTime,
  editedAt: isoDateTime.nullable(),
  /** Until when its author, and nobody else, may change it; null for others and afterwards. */
  changeableUntil: isoDateTime.nullable(),
});

const noteBody = z.object({ text: typed(NOTE.longest) });

export const noteCalls = defineCalls({
  'GET /operations/subscriptions/{id}/notes': {
    summary: 'Notes about an application, newest first',
    scope: 'subscriptions.support',
    query: z.object({ ...pageQuery, cursor }),
    responses: { 200: listOf(note) },
  },
  'POST /operations/subscriptions/{id}/notes': {
    summary: 'Write a note about an application',
    scope: 'subscriptions.support',
    body: noteBody,
    responses: { 201: note },
  },
  'PUT /operations/notes/{id}': {
    summary: 'Change an own note within 15 minutes',
    scope: 'subscriptions.support',
    body: noteBody,
    responses: { 200: note },
    errors: ['NOTE_LOCKED'],
  },
  'DELETE /operations/notes/{id}': {
    summary: 'Take an own note away within 15 minutes',
    scope: 'subscriptions.support',
    responses: { 204: null },
    errors: ['NOTE_LOCKED'],
  },
});
