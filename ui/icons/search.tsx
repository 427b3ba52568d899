import { icon } from '../icon.tsx';

export const SearchIcon = icon(<circle cx="11" cy="11" r="6.5" />, <path d="m20 20-4.3-4.3" />);
