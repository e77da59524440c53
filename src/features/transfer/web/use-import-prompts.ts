import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { RequestedStatus } from '#features/catalogue/status-rules.ts'
import { type Batch, batchesOf, outcomesOf, type RowOutcome } from '#features/transfer/import-batch-rules.ts'
import { t } from '#lib/texts.ts'

/** A batch of several hundred prompts takes longer than other requests. */
const timeoutMs = 60_000

/** The steps of an import. `invalid`: the results of the rows that no batch has. `rows`: the results of all rows. */
export type ImportStep =
  | { name: 'choose'; failure?: Error }
  | { name: 'reading' }
  | { name: 'preview' | 'importing'; batches: Batch[]; invalid: RowOutcome[]; rows: RowOutcome[]; failure?: Error }
  | { name: 'done'; rows: RowOutcome[] }

function isOverQuota(failure: Error | null): boolean {
  return failure instanceof ApiError && failure.status === 429
}

export type ChosenFile = { name: string; blob: Blob }

/** Manages the steps of an import: choose files, preview the result, import. */
export function useImportPrompts() {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const [step, setStep] = useState<ImportStep>({ name: 'choose' })

  const send = async ({ content, ...batch }: Batch, options: { status?: RequestedStatus; preview?: boolean }) => {
    const body = { format: 'json' as const, content, draftIfFlagged: true, ...options }
    const result = await api('POST /api/user/prompts/import', { body, rules: { timeoutMs } })
    return outcomesOf(batch, result)
  }
  /** Adds the pictures of imported prompts one after the other. Returns the rows with a note for each that failed. */
  const addPictures = async (rows: RowOutcome[]) => {
    const done: RowOutcome[] = []
    let failure: Error | null = null
    for (const row of rows) {
      // The member's quota is used up, so the others would fail too.
      if (!isOverQuota(failure)) failure = await addPicture(row)
      const note = row.picture && failure && t('Its picture was not added. {message}', { message: failure.message })
      done.push(note ? { ...row, notes: [...row.notes, note] } : row)
    }
    return done
  }
  const addPicture = async ({ picture }: RowOutcome): Promise<Error | null> => {
    if (!picture?.promptId) return null
    const { promptId, image, read } = picture
    try {
      const { uploadPicture } = await import('#features/examples/web/upload-picture.ts')
      const { id } = await uploadPicture(new Blob([await read()]))
      const { alt, model, madeOn } = image
      const body = { model, madeOn, pictures: [{ id, alt }] }
      await api('POST /api/prompts/{id}/examples', { params: { id: promptId }, body, rules: { timeoutMs } })
      return null
    } catch (error) {
      return error as Error
    }
  }
  return {
    step,
    startOver: () => setStep({ name: 'choose' }),
    async preview(files: ChosenFile[]) {
      setStep({ name: 'reading' })
      try {
        // The code that reads files is loaded only when it is needed.
        const { readFiles } = await import('./import-rows.ts')
        const { batches, refused: invalid } = batchesOf(await readFiles(files))
        const rows = [...invalid]
        // The preview asks to publish all prompts, to learn which of them would stay drafts or wait for a moderator.
        for (const batch of batches) rows.push(...(await send(batch, { status: 'published', preview: true })))
        setStep({ name: 'preview', batches, invalid, rows })
      } catch (error) {
        setStep({ name: 'choose', failure: error as Error })
      }
    },
    /**
     * Imports all batches. If one fails, the earlier ones stay imported, and importing the same files again continues
     * with the failed one.
     */
    async importAll(status: RequestedStatus) {
      if (step.name !== 'preview') return
      const { batches, invalid, rows: previewRows } = step
      setStep({ name: 'importing', batches, invalid, rows: previewRows })
      const rows = [...invalid]
      try {
        for (const batch of batches) rows.push(...(await send(batch, { status })))
        setStep({ name: 'done', rows: await addPictures(rows) })
      } catch (error) {
        setStep({ name: 'preview', batches, invalid, rows: previewRows, failure: error as Error })
      } finally {
        await queryClient.invalidateQueries({ refetchType: 'none' })
      }
    },
  }
}
