import { Icon, type IconProps } from '@orbita/web/ui/icon';

export function FilterIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 6.5h16M7 12h10M10 17.5h4" />
    </Icon>
  );
}
