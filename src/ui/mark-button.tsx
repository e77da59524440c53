import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { pressMark, useMark } from './marks.ts'

/** A toggle button that is pressed while the reader has marked an item with `value`. Its label stays the same. */
export function MarkButton({
  kind,
  id,
  value,
  icon,
  label,
  tip,
  className = 'btn-square',
  children,
}: {
  kind: string
  id: string
  value: number
  icon: IconName
  label?: string
  /** The word that appears beside an icon under the pointer or with the focus. */
  tip?: string
  className?: string
  children?: ReactNode
}) {
  const isPressed = useMark(kind, id) === value
  return (
    <button
      type="button"
      className={`js-only ${className}`}
      aria-label={label}
      data-tip={tip}
      aria-pressed={isPressed}
      onClick={() => pressMark(kind, id, value)}
    >
      <Icon name={icon} />
      {children}
    </button>
  )
}
