import type { PromptResult } from '#features/results/contract.ts'
import { resultNotes } from '#features/results/rules.ts'
import { usDate } from '#lib/us-date.ts'

/** Says what a result is: the model, how it came here if that isn't an answer on this site, and the date. */
export function ResultLabel({ result: { source, model, madeAt } }: { result: Omit<PromptResult, 'text' | 'picture'> }) {
  const note = resultNotes[source]
  if (model === null) return note
  return (
    <>
      <bdi className="font-semibold">{model}</bdi>
      {note && ` · ${note}`} · {usDate(madeAt)}
    </>
  )
}
