import { icon } from '../icon.tsx';

export const PinIcon = icon(
  <path d="M12 21s6.5-6 6.5-11a6.5 6.5 0 1 0-13 0c0 5 6.5 11 6.5 11z" />,
  <circle cx="12" cy="10" r="2.4" />,
);
