/** Says to the eye that something is on its way; the words beside it say it to everybody. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
