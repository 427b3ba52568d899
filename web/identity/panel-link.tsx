import { LinkAction } from '../ui/link-action.tsx';

/** Link to another panel of the sign-in page: an address of its own, opened without loading the page. */
export function PanelLink(props: { address: string; onOpen: () => void; children: string }) {
  return (
    <LinkAction
      href={props.address}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        props.onOpen();
      }}
    >
      {props.children}
    </LinkAction>
  );
}
