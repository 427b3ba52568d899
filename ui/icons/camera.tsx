import { icon } from '../icon.tsx';

export const CameraIcon = icon(
  <path d="M4 8.5A1.5 1.5 0 0 1 5.5 7H8l1.5-2.5h5L16 7h2.5A1.5 1.5 0 0 1 20 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5z" />,
  <circle cx="12" cy="12.8" r="3.3" />,
);
