import { icon } from '../icon.tsx';

export const MailIcon = icon(
  <rect x="3.5" y="5.5" width="17" height="13.5" rx="2.5" />,
  <path d="m4 7.5 8 6 8-6" />,
);
