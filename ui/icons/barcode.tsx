import { Icon, type IconProps } from '../icon.tsx';

export function BarcodeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 6v12M7.5 6v12M10 6v12M13.5 6v12M17 6v12M20 6v12" />
    </Icon>
  );
}
