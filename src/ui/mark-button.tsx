import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { pressMark, useMark } from './marks.ts'

/** A key that stays pressed while the reader has marked a thing with `value`. Its name is the same either way. */
export function MarkButton({
  kind,
  id,
  value,
  icon,
  label,
  className = 'btn-square',
  children,
}: {
  kind: string
  id: string
  value: number
  icon: IconName
  label?: string
  className?: string
  children?: ReactNode
}) {
  const isPressed = useMark(kind, id) === value
  return (
    <button
      type="button"
      className={`js-only ${className}`}
      aria-label={label}
      aria-pressed={isPressed}
      onClick={() => pressMark(kind, id, value)}
    >
      <Icon name={icon} />
      {children}
    </button>
  )
}
