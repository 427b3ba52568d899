import { icon } from '../icon.tsx';

export const CopyIcon = icon(
  <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5" />,
  <path d="M15.5 8.5V6A2 2 0 0 0 13.5 4H6a2 2 0 0 0-2 2v7.5a2 2 0 0 0 2 2h2.5" />,
);
