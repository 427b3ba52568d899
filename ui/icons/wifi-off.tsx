import { icon } from '../icon.tsx';

export const WifiOffIcon = icon(
  <path d="M4 4l16 16M8.5 15a5 5 0 0 1 5.5-1.1M5 11.5a10 10 0 0 1 4-2.3M19 11.5a10 10 0 0 0-6-2.9M12 18.5v.1" />,
);
