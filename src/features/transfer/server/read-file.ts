import { fileURLToPath } from 'node:url'
import { AppError, invalidField } from '#platform/errors.ts'
import { createWorkProcess } from '#platform/work-process.ts'
import { createBoundedQueue } from '#platform/work-queue.ts'
import type { FileRecords, FileTask } from './file-records.ts'

/** How many files may wait. Each takes up to seven seconds. */
const waitingMax = 8
/** How long reading a file may take, in ms. A file that takes longer is refused. */
const taskMs = 60_000

const program = fileURLToPath(new URL('./file-process.ts', import.meta.url))
const work = createWorkProcess<FileTask, FileRecords>({ program, tasksPerProcess: 50, taskMs })
const enqueue = createBoundedQueue({ concurrency: 1, waitingMax, refusal: tooManyError })

const unreadMessage = 'This file couldn’t be read: it may be too complicated. Split it, and send it in parts.'

/**
 * Reads a member's file in a separate process, because a hundred long prompts take longer than other requests may wait.
 * Throws AppError validation_failed (the file can't be split into rows, has too many rows, or takes too long),
 * overloaded.
 */
export async function readFile(task: FileTask): Promise<Exclude<FileRecords, { problem: string }>> {
  const read = await enqueue(() => work(task)).catch((error) => {
    if (error instanceof AppError) throw error
    throw new AppError('validation_failed', unreadMessage, { fields: { content: unreadMessage }, cause: error })
  })
  if ('problem' in read) throw invalidField('content', read.problem)
  return read
}

function tooManyError(): AppError {
  return new AppError('overloaded', 'Many files are being imported at the moment. Try again in a few seconds.', {
    retryAfter: 10,
  })
}
