import { approvalExpiry } from './approval/expiry-job.ts';
import { auditArchiveJob } from './caller/audit/archive-job.ts';
import { academicCatalogueJob } from './catalogue/academic/job.ts';
import { priceJob } from './catalogue/price-job.ts';
import { copyJob } from './contract/copy-job.ts';
import { sealJob } from './contract/seal-job.ts';
import { uploadSweep } from './document/resumable/sweep.ts';
import { scanJobs } from './document/scan.ts';
import { classHoldJob } from './enrolment/class-hold-job.ts';
import { classWaitJob } from './enrolment/class-wait.ts';
import { delayJob } from './essay/delay.ts';
import { draftJob } from './essay/mark-draft.ts';
import { timeOutJob } from './essay/time-out.ts';
import { exportJob, exportSweep } from './export/job.ts';
import { cleanUp } from './identity/clean-up.ts';
import { heldContacts } from './identity/held-contact-job.ts';
import { outboxJob } from './messaging/outbox.ts';
import { webhookJob } from './messaging/webhooks/deliver.ts';
import { comparisonJob } from './payment/comparison/job.ts';
import { deadlineJobs } from './payment/deadlines.ts';
import { noticeAddressJob } from './payment/notice-address-job.ts';
import { chargeExpiry, reconciliation, takingOver } from './payment/reconcile.ts';
import { recurrenceJob } from './payment/recurrence/scheduler.ts';
import { slipExpiry } from './payment/slip-expiry.ts';
import { slipReturnJob } from './payment/slip-files/kept-return.ts';
import { idempotencyCleanUp } from './platform/http/idempotency.ts';
import type { Job } from './platform/jobs.ts';
import { anonymiseJob } from './privacy/anonymise-job.ts';
import { deadlineJob } from './privacy/deadline-job.ts';
import { erasureJobs } from './privacy/erasure-job.ts';
import { exportJob as copyOfData } from './privacy/export-job.ts';
import { retentionJobs } from './privacy/retention-job.ts';
import { sweepJob } from './privacy/sweep-job.ts';
import { examScoreJob } from './selection/exam-score/job.ts';
import { testReminders } from './selection/schedule/remind.ts';
import { auditSums } from './staff/audit-sums.ts';
import { teamCleanUp } from './staff/clean-up.ts';
import { digestJob } from './staff/digest-job.ts';
import { recheckJob } from './staff/provider/recheck.ts';
import { takeStudentNumber } from './subscription/student-number-answer.ts';
import { extensionJob } from './subscription/team/deadlines/job.ts';
import { reminderJob } from './subscription/team/reminders/send-job.ts';
import { waitJob } from './subscription/wait-job.ts';
import { workCleanUp } from './work/clean-up.ts';

/** All background jobs, in the order in which they run when the clock is set forward. */
export const allJobs: readonly Job[] = [
  cleanUp,
  heldContacts,
  recheckJob,
  auditSums,
  teamCleanUp,
  workCleanUp,
  approvalExpiry,
  academicCatalogueJob,
  priceJob,
  testReminders,
  examScoreJob,
  timeOutJob,
  delayJob,
  draftJob,
  classHoldJob,
  classWaitJob,
  copyJob,
  sealJob,
  // Before anything expires by a deadline that this job extends.
  extensionJob,
  // Payments are recorded before charges and deadlines expire, so that paid applications don't expire.
  noticeAddressJob,
  takingOver,
  slipReturnJob,
  reconciliation,
  recurrenceJob,
  comparisonJob,
  chargeExpiry,
  slipExpiry,
  ...deadlineJobs,
  waitJob,
  ...scanJobs,
  uploadSweep,
  reminderJob,
  // After everything that decides automatically, so that nobody is notified of work that is no longer pending.
  digestJob,
  outboxJob,
  webhookJob(takeStudentNumber),
  exportJob,
  exportSweep,
  copyOfData,
  deadlineJob,
  anonymiseJob,
  ...erasureJobs,
  ...retentionJobs,
  auditArchiveJob,
  sweepJob,
  idempotencyCleanUp,
];
