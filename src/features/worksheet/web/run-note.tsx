import { endingFor } from '#features/worksheet/run-ending-rules.ts'
import { howItRuns, type RunTarget } from '#features/worksheet/run-target-rules.ts'
import { useWorksheet } from './use-worksheet.ts'

/** Says how a click on a target passes on the text, and what is added to the text for some of the targets. */
export function RunNote({ targets }: { targets: readonly RunTarget[] }) {
  const { filled } = useWorksheet()
  const text = filled()
  return (
    <>
      {howItRuns(targets)}
      {targets.map((target) => {
        const ending = endingFor(target, text)
        return (
          ending && (
            <span key={target.id}>
              . For {target.name}, {ending} is added at the end
            </span>
          )
        )
      })}
    </>
  )
}
