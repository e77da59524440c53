import { useId } from 'react'
import { comparisonLimits as limits } from '#features/comparison/rules.ts'
import type { AiVendor } from '#features/models/rules.ts'
import { vendorFacts } from '#features/models/vendor-rules.ts'
import { AskOwnMachine } from '#features/models/web/ask-own-machine.tsx'
import { chatOf } from '#features/worksheet/run-target-rules.ts'
import { copyText } from '#ui/copy-text.ts'
import { chatNameOf } from './chat-name.ts'

/** A field for the answer of each family that can't answer here. `text`: the prompt to ask there. */
export function PastedAnswers({
  families,
  answers,
  text,
  onWrite,
}: {
  families: AiVendor[]
  answers: Partial<Record<AiVendor, string>>
  text: string
  onWrite: (vendor: AiVendor, answer: string) => void
}) {
  const id = useId()
  const fields = families.map((vendor) => {
    const chat = chatOf(vendorFacts[vendor].chat)
    return (
      <div key={vendor} className="field">
        <label htmlFor={id + vendor}>{chatNameOf(vendor)}’s answer</label>
        <textarea
          id={id + vendor}
          className="input min-h-20 field-sizing-content max-h-64"
          dir="auto"
          placeholder="Paste it here"
          maxLength={limits.pastedTextMax}
          value={answers[vendor] ?? ''}
          onChange={(event) => onWrite(vendor, event.target.value)}
        />
        {vendor === 'meta' && text.trim() !== '' && (
          <AskOwnMachine text={text} onAnswer={(answer) => onWrite(vendor, answer.text)} />
        )}
        {chat?.home && text.trim() !== '' && (
          <p className="text-small">
            <a href={chat.home} target="_blank" rel="noreferrer" className="link" onClick={() => void copyText(text)}>
              Copy the text and open {chat.name}
            </a>
          </p>
        )}
      </div>
    )
  })
  return (
    <>
      <p className="text-ink-2">
        <b className="text-ink">Answers</b>{' '}
        {text.trim() === ''
          ? 'With a prompt above, each field gets a link to its chat.'
          : 'Ask each model in its own chat, then paste its answer.'}
      </p>
      {fields}
    </>
  )
}
