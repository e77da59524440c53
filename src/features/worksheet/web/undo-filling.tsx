import type { Filling } from './use-filling.ts'

/** Shows where the values came from, with a button that restores the previous ones. */
export function UndoFilling({ source, undo }: Pick<Filling, 'source' | 'undo'>) {
  if (source === null) return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-small">
      <span dir="auto">{source}</span>
      <button type="button" className="btn" onClick={undo}>
        Undo
      </button>
    </p>
  )
}
