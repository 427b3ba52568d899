import { Icon, type IconProps } from '@orbita/ui/icon';

export function TriangleIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 4.5 21 19.5H3zM12 10.5v4M12 17v.1" />
    </Icon>
  );
}
