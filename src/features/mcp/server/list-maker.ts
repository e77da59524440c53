import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Prompt } from '#features/catalogue/contract.ts'
import { t } from '#lib/texts.ts'
import { AppError } from '#platform/errors.ts'
import { createBoundedQueue } from '#platform/work/work-queue.ts'

/** How many lists may wait for their turn. */
const waitingMax = 100

export type ListMaker = ReturnType<typeof createListMaker>

/**
 * Returns a function that reads prompts and makes an entry of each. Their texts may have 20 million characters together,
 * so one list is made at a time, and other requests have their turn between two prompts. Throws AppError overloaded.
 */
export function createListMaker() {
  const queue = createBoundedQueue({ concurrency: 1, waitingMax, refusal: tooManyListsError })
  return <Entry>(read: () => Promise<Prompt[]>, toEntry: (prompt: Prompt) => Entry | Promise<Entry>) =>
    queue(async () => {
      const entries: Entry[] = []
      for (const prompt of await read()) {
        await yieldToEventLoop()
        entries.push(await toEntry(prompt))
      }
      return entries
    })
}

function tooManyListsError(): AppError {
  return new AppError('overloaded', t('Many lists are being made at the moment. Try again in a few seconds.'), {
    retryAfter: 5,
  })
}
