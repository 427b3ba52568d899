import { Icon, type IconProps } from '@orbita/web/ui/icon';

export function DropIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 3.5s6.5 6.4 6.5 11a6.5 6.5 0 0 1-13 0c0-4.6 6.5-11 6.5-11z" />
    </Icon>
  );
}
