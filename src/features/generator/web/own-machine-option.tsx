import { useState } from 'react'
import { generatorLimits } from '#features/generator/rules.ts'
import { Deferred } from '#ui/deferred.tsx'
import type { WriterProps } from './own-machine-writer.tsx'

const loadWriter = () => import('./own-machine-writer.tsx').then(({ OwnMachineWriter }) => OwnMachineWriter)

/**
 * Offers a model on the member's own machine. `OwnMachineWriter` loads once the section is open and there is an idea.
 */
export function OwnMachineOption(props: WriterProps) {
  const [isOpen, setOpen] = useState(false)
  const hasIdea = props.input.idea.length >= generatorLimits.ideaMin
  return (
    <details className="disclosure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Use a model on your machine</summary>
      <div className="grid gap-4 pt-2">
        <p className="text-ink-2 text-small">
          Your browser connects directly to a program such as Ollama or LM Studio. This costs no credits, and the result
          isn’t added to your runs.
        </p>
        {!hasIdea && <p className="text-small">Describe your idea first.</p>}
        {isOpen && hasIdea && <Deferred load={loadWriter} props={props} />}
      </div>
    </details>
  )
}
