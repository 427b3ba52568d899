import { PlainBar, type PlainBarProps } from '../ui/bar.tsx';
import { BrandLogo } from './brand-logo.tsx';

/** Default layout: logo only, linking to home (spec 4.3). */
export function BrandBar({ narrow }: PlainBarProps) {
  return (
    <PlainBar narrow={narrow}>
      <BrandLogo href="/" />
    </PlainBar>
  );
}
