import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { WishedStatus } from '#features/catalogue/status-rules.ts'
import { type Batch, batchesOf, outcomesOf, type RowOutcome } from '#features/transfer/import-batch-rules.ts'
import { readFiles } from './import-rows.ts'

/** A part of some hundred prompts takes longer than a click. */
const timeoutMs = 60_000

export type ImportStep =
  | { name: 'choose'; failure?: Error }
  | { name: 'reading' }
  | { name: 'preview' | 'importing'; batches: Batch[]; rows: RowOutcome[]; failure?: Error }
  | { name: 'done'; created: number; status: WishedStatus; rows: RowOutcome[] }

export type ChosenFile = { name: string; blob: Blob }

/** Bringing in prompts, step by step: choose files, see what would come of them, do it. */
export function useImportPrompts() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [step, setStep] = useState<ImportStep>({ name: 'choose' })

  const send = async ({ content, places }: Batch, options: { status?: WishedStatus; preview?: boolean }) => {
    const body = { format: 'json' as const, content, ...options }
    const answer = await api('POST /api/user/prompts/import', { body, rules: { timeoutMs } })
    return { created: answer.created, rows: outcomesOf({ content, places }, answer) }
  }
  return {
    step,
    startOver: () => setStep({ name: 'choose' }),
    async look(files: ChosenFile[]) {
      setStep({ name: 'reading' })
      try {
        const { batches, refused } = batchesOf(await readFiles(files))
        const rows = [...refused]
        for (const batch of batches) rows.push(...(await send(batch, { preview: true })).rows)
        setStep({ name: 'preview', batches, rows })
      } catch (error) {
        setStep({ name: 'choose', failure: error as Error })
      }
    },
    /** What a part brought stays, also where a later one fails: the same files again go on from there. */
    async bringIn(status: WishedStatus) {
      if (step.name !== 'preview') return
      const { batches, rows: shown } = step
      setStep({ name: 'importing', batches, rows: shown })
      let created = 0
      const rows = shown.filter(({ state }) => state === 'refused')
      try {
        for (const batch of batches) {
          const part = await send(batch, { status })
          created += part.created
          rows.push(...part.rows.filter(({ state }) => state !== 'refused'))
        }
        setStep({ name: 'done', created, status, rows })
      } catch (error) {
        setStep({ name: 'preview', batches, rows: shown, failure: error as Error })
      } finally {
        await queryClient.invalidateQueries({ refetchType: 'none' })
      }
    },
  }
}
