import type { Examples } from '../records.ts';
import { AT } from './records.ts';

/** Examples of reports. */
export const reportExamples = {
  'GET /operations/reports/{report}': {
    answers: {
      200: {
        report: 'funnel',
        asOf: AT,
        intake: { code: '2026-1', from: '2025-10-01', to: '2026-02-13' },
        finding: 'Em Pagamento param 38%, a maior parte. De cada 100 inscrições, 31 viraram matrícula.',
        created: 1284,
        enrolled: 398,
        rows: [{ step: 'subscription', label: 'Inscrição', reached: 1284, here: 0, ended: 9 }],
      },
    },
  },
} satisfies Examples;
