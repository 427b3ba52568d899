import type { Job } from '../platform/jobs.ts';
import { deadlineJobs } from './deadlines.ts';
import { chargeExpiry, reconciliation, takingOver } from './reconcile.ts';

export { cancelOpenCharges, undoWaiver } from './close.ts';
export { refundableOf, registerRefunds, sendLater, sendRefunds } from './give-back.ts';
export { latePayment, settleLatePayment } from './late.ts';
export { decideManual, ensureManual, requestManual } from './manual.ts';
export { receiveNotice } from './notices.ts';
export { presentPayment } from './present.ts';
export { confirmPix } from './provider.ts';
export { routes } from './routes.ts';
export { type PaymentRow, paymentById, paymentsOf } from './store.ts';

// The order in which a moved clock runs them: first what was paid, then what ended.
export const jobs: readonly Job[] = [takingOver, reconciliation, chargeExpiry, ...deadlineJobs];
export { personalData } from './personal-data.ts';
