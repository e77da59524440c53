import { t } from '#lib/texts.ts'
import type { Filling } from './use-filling.ts'

/** Says where the values came from, next to a button that restores the previous values. */
export function UndoFilling({ origin, undo }: Pick<Filling, 'origin' | 'undo'>) {
  if (origin === null) return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-small">
      <span dir="auto">{origin}</span>
      <button type="button" className="btn" onClick={undo}>
        {t('Undo')}
      </button>
    </p>
  )
}
