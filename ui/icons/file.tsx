import { icon } from '../icon.tsx';

export const FileIcon = icon(
  <path d="M13.5 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8.5z" />,
  <path d="M13.5 3v5.5H19M9 13h6M9 16.5h4" />,
);
