/** Chunks as a body: reads on only as fast as somebody takes, and no further once they have left. */
export function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => chunks.return(undefined).then(() => undefined),
  })
}
