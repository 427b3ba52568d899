import { icon } from '../icon.tsx';

export const DownloadIcon = icon(
  <path d="M12 4.5v11M7.5 11.5 12 16l4.5-4.5M4.5 15.5v2.5a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-2.5" />,
);
