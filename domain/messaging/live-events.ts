/** Live events of spec 16.1, by the stream that carries them. */
export const LIVE_EVENTS = {
  'subscription.status-changed': 'business',
  'subscription.steps-changed': 'business',
  'subscription.course-changed': 'business',
  'essay.finished': 'business',
  'essay.timed-out': 'business',
  'essay.graded': 'business',
  'essay.delayed': 'business',
  'exam-score.updated': 'business',
  'document.reviewed': 'business',
  'questionnaire.decided': 'business',
  'interview.scheduled': 'business',
  'interview.decided': 'business',
  'class.hold-expiring': 'business',
  'class.hold-expired': 'business',
  'scheduling.cancelled': 'business',
  'student.registered': 'business',
  'payment.created': 'financial',
  'payment.processing': 'financial',
  'payment.confirmed': 'financial',
  'payment.denied': 'financial',
  'payment.expired': 'financial',
  'payment.cancelled': 'financial',
  'payment.refunded': 'financial',
  'payment.slip-registered': 'financial',
  'payment.slip-error': 'financial',
  'payment.manual-requested': 'financial',
  'payment.manual-decided': 'financial',
  'payment.late': 'financial',
  'recurrence.updated': 'financial',
  'recurrence.charged': 'financial',
  'recurrence.failed': 'financial',
  'recurrence.refunded': 'financial',
} as const;

export type LiveEventType = keyof typeof LIVE_EVENTS;

/** Minutes after the first attempt at which a notification is sent again; they span 24 hours. */
export const SEND_RETRY_MINUTES = [0, 1, 5, 15, 60, 240, 720, 1440] as const;
