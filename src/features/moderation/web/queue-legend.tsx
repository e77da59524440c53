import { t } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'

/**
 * Explains the keyboard shortcuts of a queue, where there is probably a keyboard, and the time zone of its times. The
 * buttons of the open row show their own shortcuts.
 */
export function QueueLegend() {
  return (
    <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-ink-2 text-small">
      <span className="max-sm:hidden">
        <kbd className="kbd">j</kbd>{' '}
        {rich('next, {key} previous; the buttons show the other keys.', { key: <kbd className="kbd">k</kbd> })}
      </span>
      <span>{t('Times are in UTC.')}</span>
    </p>
  )
}
