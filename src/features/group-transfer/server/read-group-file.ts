import { fileURLToPath } from 'node:url'
import { t } from '#lib/texts.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { readAtMost } from '#platform/read-at-most.ts'
import { createWorkProcess } from '#platform/work/work-process.ts'
import { createBoundedQueue } from '#platform/work/work-queue.ts'
import { groupFileLimits as limits } from '../rules.ts'
import type { HashedFile } from './group-file-process.ts'

/** How many files may wait: each is in memory. */
const waitingMax = 2
/** How long reading a file may take, in ms. A file that takes longer is refused. */
const taskMs = 60_000

const program = fileURLToPath(new URL('./group-file-process.ts', import.meta.url))
const work = createWorkProcess<Uint8Array, HashedFile>({ program, tasksPerProcess: 20, taskMs })
const enqueue = createBoundedQueue({ concurrency: 1, waitingMax, refusal: tooManyError })

/**
 * Reads a group's file in a separate process, because a large one takes longer than other requests may wait. Throws
 * AppError body_too_large, validation_failed (it isn't a group's file, or takes too long) or overloaded.
 */
export async function readUploadedGroup(
  body: ReadableStream<Uint8Array> | null,
): Promise<Exclude<HashedFile, { problem: string }>> {
  const read = await enqueue(async () => work(await readAtMost(body, limits.bytes, tooLargeError))).catch((error) => {
    if (error instanceof AppError) throw error
    const message = t('This file couldn’t be read: it may be too complicated.')
    throw new AppError('validation_failed', message, { fields: { file: message }, cause: error })
  })
  if ('problem' in read) throw invalidField('file', read.problem)
  return read
}

function tooLargeError(): AppError {
  return new AppError(
    'body_too_large',
    t('The file is larger than {value} MB. A group’s file never is.', { value: limits.bytes / 1e6 }),
  )
}

function tooManyError(): AppError {
  return new AppError('overloaded', t('Other files are being imported at the moment. Try again in a few seconds.'), {
    retryAfter: 10,
  })
}
