import { icon } from '../icon.tsx';

export const PencilIcon = icon(
  <path d="m4.5 19.5.9-3.9L16.5 4.5a1.8 1.8 0 0 1 2.6 0l.4.4a1.8 1.8 0 0 1 0 2.6L8.4 18.6z" />,
);
