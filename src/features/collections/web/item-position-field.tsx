import { type ComponentProps, useEffect, useState } from 'react'

type Props = {
  /** The item's number in the list, from 1 to `last`. */
  place: number
  last: number
  title: string
  onMove: (place: number) => void
} & Pick<ComponentProps<'input'>, 'onFocus' | 'onBlur'>

/** A field with an item's position in the list. Typing another number moves the item there in one step. */
export function ItemPositionField({ place, last, title, onMove, onFocus, onBlur }: Props) {
  const [text, setText] = useState(`${place}`)
  useEffect(() => setText(`${place}`), [place])
  const move = () => {
    const typed = Number.parseInt(text, 10)
    const to = Number.isNaN(typed) ? place : Math.min(Math.max(typed, 1), last)
    setText(`${to}`)
    if (to !== place) onMove(to)
  }
  return (
    <input
      className="input h-9 w-10 px-1 text-right tabular-nums"
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      aria-label={`Place of ${title}, 1 to ${last}`}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') move()
        if (key === 'Escape') setText(`${place}`)
      }}
      onFocus={onFocus}
      onBlur={(event) => {
        move()
        onBlur?.(event)
      }}
    />
  )
}
