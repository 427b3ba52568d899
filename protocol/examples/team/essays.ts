import type { Examples } from '../records.ts';
import { AT, decision, essay, listed, wholeEssay } from './records.ts';

/** Examples of essay grading. */
export const essayExamples = {
  'GET /operations/essays': { answers: { 200: listed(essay) } },
  'GET /operations/essays/{id}': { answers: { 200: wholeEssay } },
  'GET /operations/essays/{id}/similar': {
    answers: {
      200: [
        {
          label: 'A',
          share: 0.86,
          title: 'Outro título',
          text: 'Outro texto inteiro, com as mesmas passagens.',
          runs: [{ start: 0, end: 40, otherStart: 12, otherEnd: 52 }],
          quotations: [{ start: 44, end: 96 }],
          otherQuotations: [],
        },
      ],
    },
  },
  'PUT /operations/essays/{id}/grade-draft': {
    body: { score: 640, competences: null, hasPlagiarism: false, feedback: 'Boa tese.' },
    answers: { 200: { savedAt: AT } },
  },
  'POST /operations/essays/{id}/recusal': {
    body: { reason: 'Conheço quem escreveu.' },
    answers: {},
  },
  'POST /operations/essays/{id}/second-grade': {
    body: { reason: 'Nota muito alta para o texto.' },
    answers: { 200: { id: 7001, version: 3 } },
  },
  'GET /operations/graders': {
    answers: {
      200: [
        {
          staffId: 3,
          name: 'Davi Banca',
          graded: 41,
          mean: 588.4,
          spread: 120.5,
          medianMinutes: 6.5,
          thirds: 0.024,
        },
      ],
    },
  },
  'POST /operations/essays/{id}/grade': {
    body: { score: 720, hasPlagiarism: false, feedback: 'Bom texto.' },
    answers: { 200: decision(7001, 'graded', 3) },
  },
} satisfies Examples;
