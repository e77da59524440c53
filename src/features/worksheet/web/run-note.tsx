import { suffixFor } from '#features/worksheet/run-suffix-rules.ts'
import { howItRuns, type RunTarget } from '#features/worksheet/run-target-rules.ts'
import { t } from '#lib/texts.ts'
import { useWorksheet } from './use-worksheet.ts'

/** Says how a click passes the text to one of these targets, and what is added to the text for some of them. */
export function RunNote({ targets }: { targets: readonly RunTarget[] }) {
  const { getFilledText } = useWorksheet()
  const text = getFilledText()
  return (
    <>
      {howItRuns(targets)}
      {targets.map((target) => {
        const suffix = suffixFor(target, text)
        return (
          suffix && (
            <span key={target.id}>
              {t('. For {name}, {suffix} is added at the end', { name: target.name, suffix })}
            </span>
          )
        )
      })}
    </>
  )
}
