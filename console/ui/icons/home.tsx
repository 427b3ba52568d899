import { icon } from '@orbita/ui/icon';

export const HomeIcon = icon(
  <path d="M4 11.5 12 5l8 6.5V19a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19zM9.5 20.5v-6h5v6" />,
);
