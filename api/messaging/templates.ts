const EMAIL = ['email'] as const;
const BOTH = ['email', 'sms'] as const;

/** Channels of each notification (table of spec 16.2). Codes go to the one contact that was chosen. */
const CHANNELS = {
  'N-01': EMAIL,
  'N-02': EMAIL,
  'N-03': EMAIL,
  'N-04': EMAIL,
  'N-05': BOTH,
  'N-06': BOTH,
  'N-07': BOTH,
  'N-08': EMAIL,
  'N-09': BOTH,
  'N-10': EMAIL,
  'N-11': EMAIL,
  'N-12': EMAIL,
  'N-13': BOTH,
  'N-14': EMAIL,
  'N-15': BOTH,
  'N-16': EMAIL,
  'N-17': EMAIL,
  'N-18': EMAIL,
  'N-19': BOTH,
  'N-20': EMAIL,
  'N-21': EMAIL,
  'N-22': BOTH,
  'N-23': EMAIL,
  'N-24': BOTH,
  'N-25': EMAIL,
  'N-26': BOTH,
  'N-27': EMAIL,
  'N-28': EMAIL,
  'N-29': EMAIL,
  'N-30': EMAIL,
  'N-31': EMAIL,
  'N-32': EMAIL,
} as const;

export type TemplateId = keyof typeof CHANNELS;

export const channelsOf = (template: TemplateId): readonly ('email' | 'sms')[] => CHANNELS[template];
