import { type AnchorHTMLAttributes, createContext, type ReactNode, type Ref, use } from 'react';

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  ref?: Ref<HTMLAnchorElement>;
};
type AnchorComponent = (props: AnchorProps) => ReactNode;

const PlainAnchor: AnchorComponent = (props) => <a {...props} />;
const AnchorContext = createContext<AnchorComponent>(PlainAnchor);

/** Provides the router's link component; without it every link is a plain anchor. */
export function AnchorProvider({ anchor, children }: { anchor: AnchorComponent; children: ReactNode }) {
  return <AnchorContext value={anchor}>{children}</AnchorContext>;
}

/** The only way the library draws a link. */
export function Anchor(props: AnchorProps) {
  const Component = use(AnchorContext);
  return <Component {...props} />;
}
