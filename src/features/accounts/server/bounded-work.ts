import { AppError } from '#server/platform/errors.ts'

/**
 * Lets `running` pieces of work run at a time and `waiting` more wait their turn, first come first served. Who comes
 * when the queue is full gets AppError overloaded at once, so that a flood costs no memory.
 */
export function boundWork(running: number, waiting: number) {
  const queue: (() => void)[] = []
  let free = running

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free--
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve))
    else throw new AppError('overloaded', 'Too many people sign in at the moment. Try again.', { retryAfter: 2 })
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free++
    }
  }
}
