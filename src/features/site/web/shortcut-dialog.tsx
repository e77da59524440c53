import { useEffect, useId, useRef, useState } from 'react'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { areSingleKeysOn, switchSingleKeys } from '#ui/single-keys.ts'
import { ShortcutList } from './shortcut-list.tsx'

/**
 * Shows the keyboard shortcuts in a dialog, with a switch that turns them off. The browser restores focus when the
 * dialog closes.
 */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [areKeysOn, setKeysOn] = useState(areSingleKeysOn)
  const title = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const change = (isOn: boolean) => {
    switchSingleKeys(isOn)
    setKeysOn(isOn)
  }
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={title} closedby="any" onClose={onClose}>
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id={title} className="text-h3">
          {t('Keyboard')}
        </h2>
        <button type="button" className="btn-square" aria-label={t('Close')} onClick={() => dialog.current?.close()}>
          <Icon name="x" />
        </button>
      </div>
      <ShortcutList />
      <label className="mt-4 flex min-h-11 items-center justify-between gap-4 border-ink border-t pt-3 font-semibold">
        {t('Single keys')}
        <input
          type="checkbox"
          role="switch"
          className="switch"
          checked={areKeysOn}
          aria-checked={areKeysOn}
          onChange={(event) => change(event.target.checked)}
        />
      </label>
      <p className="text-ink-2 text-small">
        {t(
          'This choice is saved in your browser. While single keys are off, “Keyboard” in the footer opens this list.',
        )}
      </p>
    </dialog>
  )
}
