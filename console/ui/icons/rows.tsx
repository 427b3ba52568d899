import { Icon, type IconProps } from '@orbita/ui/icon';

export function RowsIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 6.5h16M4 12h16M4 17.5h16" />
    </Icon>
  );
}
