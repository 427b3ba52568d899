import type { ReactNode } from 'react';
import '../styles/gate.css';
import { Button } from './button.tsx';
import type { IconComponent } from './icon.tsx';
import { OrbitField } from './orbit.tsx';

export type GateProps = {
  logo: ReactNode;
  /** On the panel, whose colour not every logo can stand on; else the same. */
  panelLogo?: ReactNode;
  /** Name of the institution, for the side panel's region. */
  brandLabel: string;
  slogan: ReactNode;
  note?: ReactNode;
  /** Rings in the corner; off on long forms. */
  orbit?: boolean;
  /** `div` where a page already has its `main`. */
  as?: 'main' | 'div';
  children: ReactNode;
};

/** Frame of the pages before sign-in: form alone on phones, brand panel beside it from 1000 px on. */
export function Gate({
  logo,
  panelLogo,
  brandLabel,
  slogan,
  note,
  orbit = true,
  as: Main = 'main',
  children,
}: GateProps) {
  return (
    <div className="gate">
      <section className="gate__brand" aria-label={brandLabel}>
        {panelLogo || logo}
        <p className="gate__slogan">{slogan}</p>
        {note && <p className="small">{note}</p>}
      </section>
      <Main className="gate__main" id={Main === 'main' ? 'conteudo' : undefined}>
        {orbit && <OrbitField />}
        <div className="gate__form">
          <div className="gate__top">{logo}</div>
          {children}
        </div>
      </Main>
    </div>
  );
}

/** "ou use sua conta" between two lines. */
export function Divider({ children }: { children: ReactNode }) {
  return <p className="divider">{children}</p>;
}

export type SocialItem = { label: string; icon: IconComponent; busy?: boolean; onClick: () => void };

/** Up to three ways in with another account. */
export function SocialButtons({ items }: { items: readonly SocialItem[] }) {
  return (
    <div className="social">
      {items.map((item) => (
        <Button
          key={item.label}
          kind="outline"
          icon={item.icon}
          busy={item.busy && item.label}
          onClick={item.onClick}
        >
          {item.label}
        </Button>
      ))}
    </div>
  );
}
