/** Explains the keyboard shortcuts of a queue. The buttons of the open row show their own shortcuts. */
export function KeyboardLegend() {
  return (
    <p className="mb-2 text-ink-2 text-small max-sm:hidden">
      <kbd className="kbd">j</kbd> next, <kbd className="kbd">k</kbd> previous; the buttons show the other keys.
    </p>
  )
}
