import { useState } from 'react'
import { generatorLimits } from '#features/generator/rules.ts'
import { Deferred } from '#ui/deferred.tsx'
import type { WriterProps } from './own-machine-writer.tsx'

const loadWriter = () => import('./own-machine-writer.tsx').then(({ OwnMachineWriter }) => OwnMachineWriter)

/** Offers a model on the member's own machine as the writer. Its code loads when this is opened. */
export function OwnMachineFold(props: WriterProps) {
  const [isOpen, setOpen] = useState(false)
  const hasIdea = props.input.idea.length >= generatorLimits.ideaMin
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Use a model on your machine</summary>
      <div className="grid gap-4 pt-2">
        <p className="text-ink-2 text-small">
          Your browser asks the program itself, such as Ollama or LM Studio. It costs no credits, and the result is not
          among your runs.
        </p>
        {!hasIdea && <p className="text-small">Describe your idea first.</p>}
        {isOpen && hasIdea && <Deferred load={loadWriter} props={props} />}
      </div>
    </details>
  )
}
