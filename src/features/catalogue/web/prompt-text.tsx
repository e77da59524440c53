import { Fragment } from 'react'
import { parsePrompt } from '#features/catalogue/variable-rules.ts'

/** A variable that the excerpt's end has cut in two. */
const cutVariable = /\\?\{\{[^{}]*$/

/** A short piece of a prompt's text with its variables as highlighted blanks. Not to be written in. */
export function PromptText({ text }: { text: string }) {
  return parsePrompt(text.replace(cutVariable, '')).map((segment, index) =>
    segment.kind === 'text' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name and never move.
      <Fragment key={index}>{segment.text}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <span key={index} className="blank">
        {segment.default || segment.name}
      </span>
    ),
  )
}
