import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { ModelTrial } from '#features/models/contract.ts'
import { modelReportQuery, modelsQuery } from './model-queries.ts'

/** The result of a trial, or the error if the request failed. */
export type TrialResult = ModelTrial | { model: string; failure: string; time: null }

/**
 * `run` asks a model for one word, to test it. `results` has the last result of each model by its id. `runningIds` has
 * the ids of the models that are being asked.
 */
export function useTryModel() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [results, setResults] = useState<Record<string, TrialResult>>({})
  const [runningIds, setRunningIds] = useState<readonly string[]>([])

  async function run(model: string) {
    setRunningIds((ids) => [...ids, model])
    const result = await api('POST /api/admin/models/test', { body: { model } }).catch(
      (error: Error): TrialResult => ({ model, failure: error.message, time: null }),
    )
    setResults((earlier) => ({ ...earlier, [model]: result }))
    setRunningIds((ids) => ids.filter((id) => id !== model))
    for (const { queryKey } of [modelReportQuery(api), modelsQuery(api)])
      void queryClient.invalidateQueries({ queryKey })
  }

  return { results, runningIds, run }
}
