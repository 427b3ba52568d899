import { icon } from '../icon.tsx';

export const GoogleIcon = icon(
  <path d="M12 10.4v3.5h5c-.3 1.4-1.8 3.6-5 3.6a5.5 5.5 0 1 1 0-11c1.7 0 2.9.7 3.6 1.4l2.5-2.5A9 9 0 1 0 12 21c5.2 0 8.7-3.7 8.7-8.8 0-.6 0-1.2-.2-1.8z" />,
);
