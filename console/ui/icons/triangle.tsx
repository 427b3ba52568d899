import { icon } from '@orbita/ui/icon';

export const TriangleIcon = icon(<path d="M12 4.5 21 19.5H3zM12 10.5v4M12 17v.1" />);
