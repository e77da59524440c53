/** A visual loading indicator. Put a text beside it for screen readers. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
