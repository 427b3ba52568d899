import { icon } from '../icon.tsx';

export const BuildingIcon = icon(
  <path d="M3.5 9.5 12 4.5l8.5 5zM5.5 10v7.5M10 10v7.5M14 10v7.5M18.5 10v7.5M3.5 20h17" />,
);
