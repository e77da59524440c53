import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { notify } from './notice.tsx'
import { pressReaction, useReaction } from './reactions.ts'

/**
 * A toggle button that is on while the reader's reaction to an item is `value`. `refusal`: why the reader can't react;
 * a press then shows this in a notice. `refusalId`: the id of the element that describes it for screen readers.
 */
export function ReactionButton({
  kind,
  id,
  value,
  icon,
  label,
  tip,
  pressedTip = tip,
  refusal,
  refusalId,
  className = 'btn-square',
  children,
}: {
  kind: string
  id: string
  value: number
  icon: IconName
  label?: string
  /** The tooltip, shown on hover and on keyboard focus. */
  tip?: string
  /** The tooltip while the toggle is on. */
  pressedTip?: string
  refusal?: { title: string; text: string }
  refusalId?: string
  className?: string
  /** The label of the button, which may depend on whether it is pressed. */
  children?: ReactNode | ((isPressed: boolean) => ReactNode)
}) {
  const isPressed = useReaction(kind, id) === value
  return (
    <button
      type="button"
      className={`js-only ${className}`}
      aria-label={label}
      data-tip={tip && (refusal?.title ?? (isPressed ? pressedTip : tip))}
      aria-pressed={isPressed}
      aria-disabled={refusal && true}
      aria-describedby={refusal && refusalId}
      onClick={({ currentTarget }) =>
        refusal ? notify({ ...refusal, failed: true }) : pressReaction(kind, id, value, currentTarget)
      }
    >
      <Icon name={icon} />
      {typeof children === 'function' ? children(isPressed) : children}
    </button>
  )
}
