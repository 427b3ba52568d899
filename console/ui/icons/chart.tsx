import { icon } from '@orbita/ui/icon';

export const ChartIcon = icon(<path d="M4 4.5v15h16M8.5 16v-4M12.5 16V8M16.5 16v-6" />);
