import { useState } from 'react'
import { TextWithBlanks } from '#features/catalogue/web/prompt-text.tsx'
import type { GeneratorExample } from '#features/generator/example-rules.ts'

/** Shows the prompt that the Composer wrote for an example idea, until the reader has a prompt of their own. */
export function PromptExample({ example: { idea, title, content } }: { example: GeneratorExample }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <details className="disclosure" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>An example: what the Composer makes of an idea</summary>
      <figure className="framed mt-2">
        <figcaption className="border-hair border-b bg-base px-4 py-3 text-small">
          <span className="block text-ink-2">Idea: “{idea}”</span>
          <b className="text-body">{title}</b>
        </figcaption>
        <div className="whitespace-pre-wrap px-4 py-3 font-mono text-code leading-[1.7] [overflow-wrap:anywhere]">
          <TextWithBlanks text={content} />
        </div>
      </figure>
    </details>
  )
}
