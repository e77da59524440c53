import { labelOf } from '#features/variables/label-rules.ts'
import { parsePrompt, type Segment } from '#features/variables/variable-rules.ts'
import { LongText } from '#ui/long-text.tsx'

/** An excerpt of a prompt's text, with its variables as blanks. */
export function PromptText({ excerpt }: { excerpt: string }) {
  return <TextWithBlanks text={excerpt} />
}

/** Shows a text with its variables as highlighted blanks that can't be edited. */
export function TextWithBlanks({ text }: { text: string }) {
  return <SegmentsWithBlanks segments={parsePrompt(text)} />
}

/** Like `TextWithBlanks`, for a text that is already parsed. */
export function SegmentsWithBlanks({ segments }: { segments: Segment[] }) {
  return segments.map((segment, index) =>
    segment.kind === 'text' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: segments have no id and are never reordered.
      <LongText key={index} text={segment.text} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <span key={index} className="blank">
        {segment.default || labelOf(segment.name)}
      </span>
    ),
  )
}
