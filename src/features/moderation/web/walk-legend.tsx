/** How one walks a queue by keys; what acts on the open row stands on its buttons. */
export function WalkLegend() {
  return (
    <p className="mb-2 text-ink-2 text-small max-sm:hidden">
      <kbd className="kbd">j</kbd> next, <kbd className="kbd">k</kbd> previous; the other keys stand on the buttons.
    </p>
  )
}
