import type { ReactNode } from 'react';
import { Bar, BarEnd } from './bar.tsx';
import { barTexts } from './bar-texts.ts';
import { type Help, HelpMenu } from './help.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export type PortalBarProps = {
  logo: ReactNode;
  help?: Help | undefined;
  /** "Olá, Candidata!" */
  greeting: ReactNode;
  initial: string;
  menu: readonly MenuItem[];
};

/** Logo, help, greeting with initial, account menu. */
export function PortalBar({ logo, help, greeting, initial, menu }: PortalBarProps) {
  return (
    <Bar>
      {logo}
      <BarEnd>
        {help && <HelpMenu help={help} />}
        <Menu items={menu} className="portal-bar__menu">
          <span className="portal-bar__greeting only-wide">{greeting}</span>
          <span className="avatar" aria-hidden="true">
            {initial}
          </span>
          <VisuallyHidden>{barTexts.account}</VisuallyHidden>
        </Menu>
      </BarEnd>
    </Bar>
  );
}
