import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { pressReaction, useReaction } from './reactions.ts'

/** A toggle button. It is on while the reader's reaction to an item is `value`. */
export function ReactionButton({
  kind,
  id,
  value,
  icon,
  label,
  tip,
  pressedTip = tip,
  className = 'btn-square',
  children,
}: {
  /** What the reader does with the item: `vote`, `favorite` or `follow`. */
  kind: string
  /** The item's id. For a follow, its kind and name, such as `tag:seo`. */
  id: string
  /** 1, or -1 for a down vote. */
  value: number
  icon: IconName
  label?: string
  /** The tooltip, which hovering or the keyboard focus shows. */
  tip?: string
  /** The tooltip while the toggle is on. */
  pressedTip?: string
  className?: string
  /** The content of the button, which may depend on whether the toggle is on. */
  children?: ReactNode | ((isPressed: boolean) => ReactNode)
}) {
  const isPressed = useReaction(kind, id) === value
  return (
    <button
      type="button"
      className={`js-only ${className}`}
      aria-label={label}
      data-tip={tip && (isPressed ? pressedTip : tip)}
      aria-pressed={isPressed}
      onClick={({ currentTarget }) => pressReaction(kind, id, value, currentTarget)}
    >
      <Icon name={icon} />
      {typeof children === 'function' ? children(isPressed) : children}
    </button>
  )
}
