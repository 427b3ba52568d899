import { icon } from '../icon.tsx';

export const ExitIcon = icon(
  <path d="M14 4.5H7a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h7M10.5 12H20M16.5 8.5 20 12l-3.5 3.5" />,
);
