import { icon } from '../icon.tsx';

export const UploadIcon = icon(
  <path d="M12 15.5V4.5M7.5 8.5 12 4l4.5 4.5M4.5 15v3a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-3" />,
);
