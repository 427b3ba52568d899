import { icon } from '../icon.tsx';

export const LayersIcon = icon(<path d="m12 4 8.5 4.5L12 13 3.5 8.5zM4 13l8 4.3 8-4.3" />);
