import { icon } from '../icon.tsx';

export const ShareIcon = icon(
  <path d="M12 14.5v-11M8 7.5l4-4 4 4M7 11H6.5A1.5 1.5 0 0 0 5 12.5v6A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5v-6A1.5 1.5 0 0 0 17.5 11H17" />,
);
