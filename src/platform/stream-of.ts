import { setImmediate } from 'node:timers/promises'

/**
 * Turns chunks into the body of a response. Reads chunks only as fast as the client receives them, and stops when the
 * client disconnects. Other requests are served between two chunks.
 */
export function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      await setImmediate()
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => chunks.return(undefined).then(() => undefined),
  })
}
