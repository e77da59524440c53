import { collapsedOn } from '#features/worksheet/worksheet-rules.ts'

/**
 * Expands a long text, of which CSS shows only the beginning. Works without JavaScript. `open` and `onToggle`: keep the
 * text expanded in a preview, which creates this component again after each change.
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
        <span className="label-closed">Show all</span>
        <span className="label-open">Show less</span>
      </summary>
    </details>
  )
}
