import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/**
 * Turns chunks into the body of a response. Reads chunks only as fast as the client receives them, lets other requests
 * have their turn before each, and stops when the client disconnects.
 */
export function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      await yieldToEventLoop()
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => chunks.return(undefined).then(() => undefined),
  })
}
