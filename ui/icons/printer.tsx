import { icon } from '../icon.tsx';

export const PrinterIcon = icon(
  <path d="M7 9V4h10v5M7 17.5H5.5a2 2 0 0 1-2-2V11a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2v4.5a2 2 0 0 1-2 2H17" />,
  <path d="M7 14.5h10V20H7z" />,
);
