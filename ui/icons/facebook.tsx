import { icon } from '../icon.tsx';

export const FacebookIcon = icon(
  <path d="M13.7 21v-8.1h2.7l.4-3.2h-3.1V7.7c0-.9.3-1.6 1.6-1.6h1.7V3.3c-.3 0-1.3-.1-2.4-.1-2.4 0-4.1 1.5-4.1 4.2v2.3H7.8v3.2h2.7V21z" />,
);
