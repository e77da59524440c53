import type { ModelResult } from './contract.ts'

type Counts = Pick<ModelResult, 'passed' | 'answered'>

/** Tells whether fewer than half of the answers passed. */
export function isLow({ passed, answered }: Counts): boolean {
  return passed * 2 < answered
}

/**
 * Returns the ended models that need a replacement: the prompt passed at least half of its tests on them, but has low
 * results on each offered model that was tested with the current text and cases. Empty if no offered model was.
 */
export function modelsToReplace(
  results: Pick<ModelResult, 'model' | 'passed' | 'answered' | 'isCurrent'>[],
  { ended, offered }: { ended: string[]; offered: string[] },
): string[] {
  const byModel = [...Map.groupBy(results, ({ model }) => model)].map(([model, rows]) => ({ model, rows }))
  const isLowOn = (rows: Counts[]) =>
    isLow(
      rows.reduce((sum, { passed, answered }) => ({ passed: sum.passed + passed, answered: sum.answered + answered })),
    )
  const testedModels = byModel.filter(
    ({ model, rows }) => offered.includes(model) && rows.every(({ isCurrent }) => isCurrent),
  )
  if (testedModels.length === 0 || !testedModels.every(({ rows }) => isLowOn(rows))) return []
  return byModel.filter(({ model, rows }) => ended.includes(model) && !isLowOn(rows)).map(({ model }) => model)
}
