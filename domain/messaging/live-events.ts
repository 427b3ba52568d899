/** Live events of spec 16.1: the stream each type travels on. */
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
} as const;

export type LiveEventType = keyof typeof LIVE_EVENTS;
export type LiveStream = (typeof LIVE_EVENTS)[LiveEventType];

export const isLiveEventType = (type: string): type is LiveEventType => Object.hasOwn(LIVE_EVENTS, type);
export const streamOf = (type: LiveEventType): LiveStream => LIVE_EVENTS[type];

/** Timing of the sockets (spec 16.1), in seconds unless named otherwise. */
export const LIVE = {
  ticketSeconds: 30,
  pingSeconds: 30,
  reconnectSeconds: [1, 2, 5, 10, 30],
  pollSeconds: 15,
  replayHours: 24,
  closeTicket: 4401,
  closeScope: 4403,
} as const;

/** Tries of one notification over 24 hours, the first included; hours after the first try. */
export const SEND_RETRY_HOURS = [0, 0.25, 1, 4, 12, 24] as const;
