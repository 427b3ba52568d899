import '../styles/spinner.css';

/** The planet that circles while something is under way. Decoration: words beside it say what. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
