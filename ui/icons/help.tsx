import { icon } from '../icon.tsx';

export const HelpIcon = icon(
  <path d="M4 19.5 5.3 16A8 8 0 1 1 8.4 18.6z" />,
  <path d="M9.9 9.6a2.2 2.2 0 1 1 3.1 2.2c-.7.35-1 .8-1 1.5M12 15.7v.1" />,
);
