import { t } from '#lib/texts.ts'
/** Shows the last action, with Undo if it can be undone. Always rendered, so that screen readers announce changes. */
export function DoneNote({
  lastAction,
  onUndo,
}: {
  lastAction: { message: string; canUndo: boolean } | null
  onUndo: () => void
}) {
  return (
    <div role="status">
      {lastAction && (
        <p className="mb-4 flex flex-wrap items-center gap-3 rounded-1 bg-sunken px-4 py-2">
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]" dir="auto">
            {lastAction.message}
          </span>
          {lastAction.canUndo && (
            <button type="button" className="btn" aria-keyshortcuts="u" onClick={onUndo}>
              {t('Undo')}
              <span aria-hidden="true">
                <kbd className="kbd">u</kbd>
              </span>
            </button>
          )}
        </p>
      )}
    </div>
  )
}
