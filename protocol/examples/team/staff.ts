import type { Examples } from '../records.ts';
import { awaiting } from './approvals.ts';
import { AT, listed } from './records.ts';

const bia = {
  staffId: 61,
  name: 'Bia Secretaria',
  email: 'bia@equipe.test',
  state: 'active',
  grants: [{ role: 'secretaria', label: 'Secretaria', institutions: ['CUA01'], source: 'manual' }],
  version: 3,
  changedAt: AT,
  lastSeenAt: null,
};

/** Examples of team administration. */
export const staffExamples = {
  'GET /operations/staff': {
    answers: { 200: listed(bia) },
  },
  'GET /operations/roles': {
    answers: {
      200: {
        data: [
          {
            role: 'banca',
            label: 'Banca',
            description: 'Corrige redações sem saber de quem são.',
            parts: ['essays.grade'],
          },
        ],
      },
    },
  },
  'GET /operations/staff/{staffId}': { answers: { 200: bia } },
  'POST /operations/staff/invites': {
    body: {
      name: 'Bia Secretaria',
      email: 'bia@equipe.test',
      grants: [{ role: 'secretaria', institutions: ['CUA01'] }],
    },
    answers: {
      201: {
        inviteId: 71,
        staffId: 61,
        expiresAt: '2026-01-15T10:00:00-03:00',
        url: 'https://equipe.alfa.orbita.test/orbita/equipe/convite#exemplo-que-so-aparece-desta-vez',
      },
      202: awaiting,
    },
  },
  'PUT /operations/staff/{staffId}/grants': {
    body: { grants: [{ role: 'secretaria', institutions: ['CUA01'] }], version: 2 },
    answers: { 200: bia, 202: awaiting },
  },
  'POST /operations/staff/{staffId}/state': {
    body: { state: 'active', reason: 'Voltou da licença' },
    answers: { 200: bia, 202: awaiting },
  },
  'DELETE /operations/staff/{staffId}/passkeys': { answers: { 200: bia } },
  'DELETE /operations/staff/{staffId}/sessions': { answers: {} },
} satisfies Examples;
