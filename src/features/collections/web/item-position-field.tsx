import { type ComponentProps, useEffect, useState } from 'react'
import { t } from '#lib/texts.ts'

type Props = {
  /** The item's number in the list, from 1 to `last`. */
  position: number
  last: number
  title: string
  onMove: (position: number) => void
} & Pick<ComponentProps<'input'>, 'onFocus' | 'onBlur'>

/**
 * A field with an item's position in the list. The item moves to a typed number on Enter, or when the field is left.
 * Escape restores the current position.
 */
export function ItemPositionField({ position, last, title, onMove, onFocus, onBlur }: Props) {
  const [text, setText] = useState(`${position}`)
  useEffect(() => setText(`${position}`), [position])
  const move = () => {
    const typedNumber = Number.parseInt(text, 10)
    const newPosition = Number.isNaN(typedNumber) ? position : Math.min(Math.max(typedNumber, 1), last)
    setText(`${newPosition}`)
    if (newPosition !== position) onMove(newPosition)
  }
  return (
    <input
      className="input h-9 w-10 px-1 text-right tabular-nums"
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      aria-label={t('Position of {title}, 1 to {last}', { title, last })}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') move()
        if (key === 'Escape') setText(`${position}`)
      }}
      onFocus={onFocus}
      onBlur={(event) => {
        move()
        onBlur?.(event)
      }}
    />
  )
}
