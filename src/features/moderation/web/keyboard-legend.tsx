import { rich } from '#ui/rich.ts'
/** Explains the keyboard shortcuts of a queue. The buttons of the open row show their own shortcuts. */
export function KeyboardLegend() {
  return (
    <p className="mb-2 text-ink-2 text-small max-sm:hidden">
      <kbd className="kbd">j</kbd>{' '}
      {rich('next, {key} previous; the buttons show the other keys.', { key: <kbd className="kbd">k</kbd> })}
    </p>
  )
}
