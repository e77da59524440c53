import { collapsedOn } from '#features/worksheet/worksheet-rules.ts'
import { t } from '#lib/texts.ts'

/**
 * The button that expands a long text, of which CSS shows only the beginning. Works without JavaScript. A preview, which
 * creates this component again after each change, passes `open` and `onToggle` to keep the text expanded.
 */
export function ShowAll({
  content,
  open,
  onToggle,
}: {
  content: string
  open?: boolean
  onToggle?: (open: boolean) => void
}) {
  const collapsed = collapsedOn(content)
  if (!collapsed) return null
  return (
    <details
      className={collapsed === 'phone' ? 'show-all show-all-phone' : 'show-all'}
      open={open}
      onToggle={onToggle && (({ currentTarget }) => onToggle(currentTarget.open))}
    >
      <summary>
        <span className="label-closed">{t('Show all')}</span>
        <span className="label-open">{t('Show less')}</span>
      </summary>
    </details>
  )
}
