import { uiTexts } from './texts.ts';

/** First thing in the page: jumps over the bar to the content. */
export function SkipLink({ target = 'conteudo' }: { target?: string }) {
  return (
    <a
      className="skip-link"
      href={`#${target}`}
      onClick={(event) => {
        // The hash must not enter the router's history.
        const main = document.getElementById(target);
        if (!main) return;
        event.preventDefault();
        main.tabIndex = -1;
        main.focus();
      }}
    >
      {uiTexts.skip}
    </a>
  );
}
