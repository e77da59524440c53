/** Shows that something is loading. Put text for screen readers next to it. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
