import { icon } from '../icon.tsx';

export const CardIcon = icon(
  <rect x="3" y="5.5" width="18" height="13.5" rx="2.5" />,
  <path d="M3 10h18M6.5 15h4" />,
);
