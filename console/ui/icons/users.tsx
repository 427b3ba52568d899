import { icon } from '@orbita/ui/icon';

export const UsersIcon = icon(
  <circle cx="9" cy="9" r="3.4" />,
  <path d="M2.5 19.5a6.5 6.5 0 0 1 13 0M16 5.9a3.4 3.4 0 0 1 0 6.2M18.3 14.2a6.5 6.5 0 0 1 3.2 5.3" />,
);
