import { icon } from '../icon.tsx';

export const CapIcon = icon(
  <path d="M2.5 9.5 12 5l9.5 4.5L12 14z" />,
  <path d="M6.5 11.8v4.4c1.5 1.5 3.4 2.2 5.5 2.2s4-.7 5.5-2.2v-4.4M21.5 9.5v5" />,
);
