import { icon } from '../icon.tsx';

export const ChevronUpIcon = icon(<path d="m6 14.5 6-6 6 6" />);
