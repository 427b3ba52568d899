import { icon } from '@orbita/ui/icon';

export const SearchPlusIcon = icon(
  <circle cx="11" cy="11" r="6.5" />,
  <path d="m20 20-4.3-4.3M8.5 11h5M11 8.5v5" />,
);
