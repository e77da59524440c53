import { Link } from '@tanstack/react-router'
import { type Message, translate } from '#lib/texts.ts'

/** Links to the first page of a list with another value of one parameter in its address. */
export function SegmentLinks<Value extends string | boolean | undefined>({
  label,
  name,
  choices,
  current,
}: {
  /** What the links choose, for screen readers. */
  label: string
  name: string
  choices: readonly { value: Value; label: Message }[]
  current: Value
}) {
  return (
    <nav aria-label={label} className="seg">
      {choices.map((choice) => (
        <Link
          key={String(choice.value)}
          to="."
          search={(old) => ({ ...old, [name]: choice.value, cursor: undefined })}
          aria-current={choice.value === current ? 'true' : undefined}
          activeOptions={{ exact: true }}
        >
          {translate(choice.label)}
        </Link>
      ))}
    </nav>
  )
}
